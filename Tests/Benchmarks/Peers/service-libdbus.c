// SPDX-License-Identifier: MIT
//
// The smallest honest service on libdbus: Toggle() emits PropertiesChanged and answers with the new state.

#include <dbus/dbus.h>
#include <stdlib.h>

#include "contract.h"

static int state;  // an index into `states`
static dbus_uint64_t anchor;

static void append_variant(DBusMessageIter *dictionary, const char *key, int type, const void *value) {
    const char signature[] = {(char)type, 0};
    DBusMessageIter entry, variant;
    dbus_message_iter_open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &variant);
    dbus_message_iter_append_basic(&variant, type, value);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(dictionary, &entry);
}

static void append_commands(DBusMessageIter *dictionary) {
    const char *key = "AvailableCommands";
    DBusMessageIter entry, variant, array;
    dbus_message_iter_open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "as", &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_ARRAY, "s", &array);
    for (int i = 0; i < command_counts[state]; i++) dbus_message_iter_append_basic(&array, DBUS_TYPE_STRING, &commands[state][i]);
    dbus_message_iter_close_container(&variant, &array);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(dictionary, &entry);
}

static void emit_properties_changed(DBusConnection *bus) {
    const char *interface = INTERFACE;
    DBusMessage *signal = dbus_message_new_signal(OBJECT_PATH, PROPERTIES, "PropertiesChanged");
    DBusMessageIter body, dictionary, invalidated;
    dbus_message_iter_init_append(signal, &body);
    dbus_message_iter_append_basic(&body, DBUS_TYPE_STRING, &interface);
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &dictionary);
    append_variant(&dictionary, "State", DBUS_TYPE_STRING, &states[state]);
    append_commands(&dictionary);
    append_variant(&dictionary, "AnchorTimestampMonotonic", DBUS_TYPE_UINT64, &anchor);
    dbus_message_iter_close_container(&body, &dictionary);
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "s", &invalidated);
    dbus_message_iter_close_container(&body, &invalidated);
    dbus_connection_send(bus, signal, NULL);
    dbus_message_unref(signal);
}

static DBusHandlerResult handle(DBusConnection *bus, DBusMessage *call, void *context) {
    (void)context;
    if (!dbus_message_is_method_call(call, INTERFACE, "Toggle") || !dbus_message_has_signature(call, "")) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    state = !state;
    anchor = state ? now_ns() / 1000 : 0;
    emit_properties_changed(bus);
    DBusMessage *reply = dbus_message_new_method_return(call);
    dbus_message_append_args(reply, DBUS_TYPE_STRING, &states[state], DBUS_TYPE_INVALID);
    dbus_connection_send(bus, reply, NULL);
    dbus_message_unref(reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

int main(void) {
    static const DBusObjectPathVTable table = {.message_function = handle};
    DBusConnection *bus = dbus_bus_get(DBUS_BUS_SESSION, NULL);
    if (!bus || !dbus_connection_register_object_path(bus, OBJECT_PATH, &table, NULL)) return EXIT_FAILURE;
    if (dbus_bus_request_name(bus, BUS_NAME, DBUS_NAME_FLAG_DO_NOT_QUEUE, NULL) != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) return EXIT_FAILURE;
    while (dbus_connection_read_write_dispatch(bus, -1)) {}
    return EXIT_SUCCESS;
}
