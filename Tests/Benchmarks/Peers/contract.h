// SPDX-License-Identifier: MIT
//
// What the three minimal services have in common with the recorder: its names, and the message it sends when a toggle pauses or resumes a take. A peer with a shorter signal
// would be compared for what it leaves out, not for how it is built.

#ifndef CONTRACT_H
#define CONTRACT_H

#include <stdint.h>
#include <time.h>

#define BUS_NAME "org.tallylight.Recorder1"
#define INTERFACE "org.tallylight.Recorder1"
#define OBJECT_PATH "/org/tallylight/Recorder1"
#define PROPERTIES "org.freedesktop.DBus.Properties"

/// The two states a toggle goes back and forth between.
static const char *const states[] = {"paused", "recording"};

/// The commands that would change something in each.
static const char *const commands[][5] = {{"toggle", "process", "discard", "resume", "finish"}, {"toggle", "pause", "finish"}};
static const int command_counts[] = {5, 3};

static inline uint64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

#endif
