// SPDX-License-Identifier: MIT

#include <samplerate.h>
