// SPDX-License-Identifier: MIT

#include <sndfile.h>

// A file in memory, and a descriptor made another's, which the headers show only with _GNU_SOURCE; Swift's own Glibc module is built without.
#include <linux/memfd.h>
extern int memfd_create(const char *name, unsigned int flags);
extern int dup3(int oldfd, int newfd, int flags);
