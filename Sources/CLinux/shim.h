// SPDX-License-Identifier: MIT
//
// What the Glibc module of Swift leaves out: epoll, eventfd, signalfd, timerfd, pidfd, and the few calls whose C spelling
// (variadic, or a macro with a cast) Swift cannot import.

#ifndef TALLYLIGHT_CLINUX_SHIM_H
#define TALLYLIGHT_CLINUX_SHIM_H

// No _GNU_SOURCE here: with it, types such as fd_set differ from those in Swift's own Glibc module, which is built without.
#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

static const unsigned int clinux_epollin = EPOLLIN;
static const unsigned int clinux_epollout = EPOLLOUT;
static const unsigned int clinux_epollerr = EPOLLERR;
static const unsigned int clinux_epollhup = EPOLLHUP;

static const short clinux_spawn_setsid = 0x80; // POSIX_SPAWN_SETSID

// <spawn.h> hides these without _GNU_SOURCE; glibc has both since 2.34.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
// <unistd.h> hides these likewise, and glibc has them since 2.34 too. _Fork takes no lock, so it is safe beside other threads.
extern pid_t _Fork(void);
extern void closefrom(int);

static const unsigned long clinux_unlock_terminal = TIOCSPTLCK;
static const unsigned long clinux_open_terminal_peer = TIOCGPTPEER;

// glibc 2.36 was the first to wrap it.
static inline int clinux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }
// Hidden without _GNU_SOURCE as well.
static inline int clinux_pipe(int *ends, int flags) { return (int)syscall(SYS_pipe2, ends, flags); }
static inline int clinux_memfd(const char *name) { return (int)syscall(SYS_memfd_create, name, 1 /* MFD_CLOEXEC */); }
static inline int clinux_exit_status(int status) { return WEXITSTATUS(status); }
static inline int clinux_exited(int status) { return WIFEXITED(status); }
static inline int clinux_signal(int status) { return WTERMSIG(status); }
static inline int clinux_set_nonblocking(int fd) { return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }
// Without <sys/ioctl.h> and <termios.h>: their types belong to the Glibc module. The four numbers are rows, columns, and pixels.
static inline int clinux_window_size(int fd, unsigned short size[4]) { return (int)syscall(SYS_ioctl, fd, TIOCGWINSZ, size); }
static inline int clinux_set_thread_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

// Starts a process that joins `group`, deaf to every signal, and kills the group when nobody can write to the pipe `reader` any more.
// It runs no program, and nothing but the calls below, each of which signal-safety(7) allows.
static inline pid_t clinux_start_lifeline(int reader, pid_t group)
{
    sigset_t all, former;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &former);
    pid_t child = _Fork();
    if (child == 0) {
        char nothing;
        prctl(PR_SET_NAME, "lifeline", 0, 0, 0);
        setpgid(0, group);
        dup2(reader, 0);
        closefrom(1);
        while (read(0, &nothing, 1) < 0 && errno == EINTR) {}
        // Never the group of its parent, should it not have got into the other.
        if (getpgrp() == group) kill(0, SIGKILL);
        _exit(0);
    }
    int code = errno;
    sigprocmask(SIG_SETMASK, &former, NULL);
    // On both sides: it is in the group before either goes on.
    if (child > 0) setpgid(child, group);
    errno = code;
    return child;
}

#endif
