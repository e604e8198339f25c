// SPDX-License-Identifier: MIT
//
// toggle-client WARM-UP CALLS [watch]: calls Toggle one after the other and prints, in nanoseconds, the median and the 99th percentile of the round trips. With `watch`, of the time
// from each call until a second client has the signal it caused instead.

#include <dbus/dbus.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contract.h"

/// What the caller and the watcher see of each other. The watcher counts signals; the n-th belongs to the n-th call, because the bus keeps the order of one sender.
struct shared {
    volatile int is_watching;
    uint64_t times[][2];  // when a call was sent, and when its signal was read
};

static int compare(const void *left, const void *right) {
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void print(struct shared *shared, int first, int end) {
    uint64_t *durations = calloc((size_t)(end - first), sizeof *durations);
    for (int i = first; i < end; i++) durations[i - first] = shared->times[i][1] - shared->times[i][0];
    qsort(durations, (size_t)(end - first), sizeof *durations, compare);
    printf("%lu %lu\n", durations[(end - first) / 2], durations[(int)((end - first) * 0.99)]);
}

static DBusConnection *connect_to_bus(void) {
    DBusConnection *bus = dbus_bus_get_private(DBUS_BUS_SESSION, NULL);
    if (!bus) exit(EXIT_FAILURE);
    return bus;
}

/// Reads the signals of `count` toggles.
static void watch(struct shared *shared, int count) {
    DBusConnection *bus = connect_to_bus();
    dbus_bus_add_match(bus, "type='signal',interface='" PROPERTIES "',path='" OBJECT_PATH "',arg0='" INTERFACE "'", NULL);
    dbus_connection_flush(bus);
    shared->is_watching = 1;
    for (int i = 0; i < count && dbus_connection_read_write(bus, -1);) {
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus))) {
            if (dbus_message_is_signal(message, PROPERTIES, "PropertiesChanged") && i < count) shared->times[i++][1] = now_ns();
            dbus_message_unref(message);
        }
    }
}

static void call(struct shared *shared, int count, bool is_watched) {
    DBusConnection *bus = connect_to_bus();
    for (int i = 0; i < count; i++) {
        DBusMessage *call = dbus_message_new_method_call(BUS_NAME, OBJECT_PATH, INTERFACE, "Toggle");
        shared->times[i][0] = now_ns();
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, 10000, NULL);
        if (!is_watched) shared->times[i][1] = now_ns();
        if (!reply) exit(EXIT_FAILURE);
        dbus_message_unref(reply);
        dbus_message_unref(call);
    }
}

int main(int argc, char **argv) {
    if (argc < 3) return EXIT_FAILURE;
    const int warm_up = atoi(argv[1]), count = warm_up + atoi(argv[2]);
    const bool is_watched = argc > 3 && strcmp(argv[3], "watch") == 0;
    const size_t size = sizeof(struct shared) + (size_t)count * sizeof(uint64_t[2]);
    struct shared *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (shared == MAP_FAILED) return EXIT_FAILURE;
    const pid_t watcher = is_watched ? fork() : -1;
    if (watcher == 0) return watch(shared, count), EXIT_SUCCESS;
    while (is_watched && !shared->is_watching) usleep(1000);
    call(shared, count, is_watched);
    if (is_watched) waitpid(watcher, NULL, 0);
    print(shared, warm_up, count);
    return EXIT_SUCCESS;
}
