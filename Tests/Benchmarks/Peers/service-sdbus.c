// SPDX-License-Identifier: MIT
//
// The smallest honest service on sd-bus: Toggle() emits PropertiesChanged and answers with the new state.

#include <stdlib.h>
#include <systemd/sd-bus.h>

#include "contract.h"

static int state;  // an index into `states`
static uint64_t anchor;

static int get_state(sd_bus *bus, const char *path, const char *interface, const char *name, sd_bus_message *reply, void *context, sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)name, (void)context, (void)error;
    return sd_bus_message_append(reply, "s", states[state]);
}

static int get_commands(sd_bus *bus, const char *path, const char *interface, const char *name, sd_bus_message *reply, void *context, sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)name, (void)context, (void)error;
    sd_bus_message_open_container(reply, 'a', "s");
    for (int i = 0; i < command_counts[state]; i++) sd_bus_message_append(reply, "s", commands[state][i]);
    return sd_bus_message_close_container(reply);
}

static int get_anchor(sd_bus *bus, const char *path, const char *interface, const char *name, sd_bus_message *reply, void *context, sd_bus_error *error) {
    (void)bus, (void)path, (void)interface, (void)name, (void)context, (void)error;
    return sd_bus_message_append(reply, "t", anchor);
}

static int toggle(sd_bus_message *call, void *context, sd_bus_error *error) {
    (void)context, (void)error;
    state = !state;
    anchor = state ? now_ns() / 1000 : 0;
    sd_bus_emit_properties_changed(sd_bus_message_get_bus(call), OBJECT_PATH, INTERFACE, "State", "AvailableCommands", "AnchorTimestampMonotonic", NULL);
    return sd_bus_reply_method_return(call, "s", states[state]);
}

static const sd_bus_vtable table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Toggle", "", "s", toggle, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_PROPERTY("State", "s", get_state, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("AvailableCommands", "as", get_commands, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("AnchorTimestampMonotonic", "t", get_anchor, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_VTABLE_END,
};

int main(void) {
    sd_bus *bus;
    if (sd_bus_open_user(&bus) < 0 || sd_bus_add_object_vtable(bus, NULL, OBJECT_PATH, INTERFACE, table, NULL) < 0) return EXIT_FAILURE;
    if (sd_bus_request_name(bus, BUS_NAME, 0) < 0) return EXIT_FAILURE;
    for (;;) {
        int result = sd_bus_process(bus, NULL);
        if (result < 0) return EXIT_FAILURE;
        if (result == 0) sd_bus_wait(bus, UINT64_MAX);
    }
}
