// SPDX-License-Identifier: MIT
//
// stopwatch exit|name ROUNDS PROGRAM [ARGUMENT…] [-- PROGRAM [ARGUMENT…]]…: starts the programs in turn, again and again, and prints for each the median time from its start until its
// end, or until the bus says that it owns the recorder's name, in nanoseconds. What they write is thrown away.

#include <dbus/dbus.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contract.h"

#define MOST_PROGRAMS 16

extern char **environ;

static int compare(const void *left, const void *right) {
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void fail(const char *what, const char *program) {
    fprintf(stderr, "%s: %s\n", program, what);
    exit(EXIT_FAILURE);
}

static DBusConnection *watch_name(void) {
    DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, NULL);
    if (!bus) fail("no bus", "stopwatch");
    dbus_bus_add_match(bus, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" BUS_NAME "'", NULL);
    dbus_connection_flush(bus);
    return bus;
}

/// Waits until somebody owns the name, or nobody does.
static void wait_for_owner(DBusConnection *bus, bool is_owned, const char *program) {
    for (const uint64_t end = now_ns() + 10000000000u; now_ns() < end; dbus_connection_read_write(bus, 1000)) {
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus))) {
            const char *name, *before, *after;
            const bool is_it = dbus_message_is_signal(message, DBUS_INTERFACE_DBUS, "NameOwnerChanged") &&
                dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &before, DBUS_TYPE_STRING, &after, DBUS_TYPE_INVALID) &&
                (*after != 0) == is_owned;
            dbus_message_unref(message);
            if (is_it) return;
        }
    }
    fail("did not take the name, or did not give it back", program);
}

static uint64_t measure(char **command, DBusConnection *bus, const posix_spawn_file_actions_t *actions) {
    pid_t child;
    int status = 0;
    const uint64_t start = now_ns();
    if (posix_spawnp(&child, command[0], actions, NULL, command, environ) != 0) fail("cannot be started", command[0]);
    if (bus) {
        wait_for_owner(bus, true, command[0]);
        const uint64_t end = now_ns();
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        wait_for_owner(bus, false, command[0]);
        return end - start;
    }
    waitpid(child, &status, 0);
    const uint64_t end = now_ns();
    if (status != 0) fail("failed", command[0]);
    return end - start;
}

int main(int argc, char **argv) {
    if (argc < 4) return EXIT_FAILURE;
    const int rounds = atoi(argv[2]);
    char **commands[MOST_PROGRAMS] = {argv + 3};
    uint64_t *durations[MOST_PROGRAMS];
    int count = 1;
    for (int i = 3; i < argc; i++) {
        if (strcmp(argv[i], "--") != 0 || count == MOST_PROGRAMS) continue;
        argv[i] = NULL;
        commands[count++] = argv + i + 1;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    DBusConnection *bus = strcmp(argv[1], "name") == 0 ? watch_name() : NULL;
    for (int i = 0; i < count; i++) durations[i] = calloc((size_t)rounds, sizeof **durations);
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < count; i++) durations[(i + round) % count][round] = measure(commands[(i + round) % count], bus, &actions);
    for (int i = 0; i < count; i++) {
        qsort(durations[i], (size_t)rounds, sizeof **durations, compare);
        printf("%lu\n", durations[i][rounds / 2]);
    }
    return EXIT_SUCCESS;
}
