// SPDX-License-Identifier: MIT
//
// The smallest honest service on GDBus: Toggle() emits PropertiesChanged and answers with the new state.

#include <gio/gio.h>
#include <stdlib.h>

#include "contract.h"

static const char document[] =
    "<node><interface name='" INTERFACE "'>"
    "<method name='Toggle'><arg name='state' type='s' direction='out'/></method>"
    "<property name='State' type='s' access='read'/>"
    "<property name='AvailableCommands' type='as' access='read'/>"
    "<property name='AnchorTimestampMonotonic' type='t' access='read'/>"
    "</interface></node>";

static int state;  // an index into `states`
static guint64 anchor;

static GVariant *get_property(GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *name, GError **error, gpointer context) {
    (void)bus, (void)sender, (void)path, (void)interface, (void)error, (void)context;
    if (g_str_equal(name, "State")) return g_variant_new_string(states[state]);
    if (g_str_equal(name, "AvailableCommands")) return g_variant_new_strv(commands[state], command_counts[state]);
    return g_variant_new_uint64(anchor);
}

static void emit_properties_changed(GDBusConnection *bus) {
    GVariantBuilder changed;
    g_variant_builder_init(&changed, G_VARIANT_TYPE("a{sv}"));
    for (const char *const *name = (const char *const[]){"State", "AvailableCommands", "AnchorTimestampMonotonic", NULL}; *name; name++)
        g_variant_builder_add(&changed, "{sv}", *name, get_property(bus, NULL, NULL, NULL, *name, NULL, NULL));
    GVariant *body = g_variant_new("(sa{sv}as)", INTERFACE, &changed, NULL);
    g_dbus_connection_emit_signal(bus, NULL, OBJECT_PATH, PROPERTIES, "PropertiesChanged", body, NULL);
}

static void call_method(GDBusConnection *bus, const char *sender, const char *path, const char *interface, const char *name, GVariant *arguments,
                        GDBusMethodInvocation *call, gpointer context) {
    (void)sender, (void)path, (void)interface, (void)name, (void)arguments, (void)context;
    state = !state;
    anchor = state ? now_ns() / 1000 : 0;
    emit_properties_changed(bus);
    g_dbus_method_invocation_return_value(call, g_variant_new("(s)", states[state]));
}

int main(void) {
    static const GDBusInterfaceVTable table = {.method_call = call_method, .get_property = get_property};
    GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(document, NULL);
    if (!bus || !g_dbus_connection_register_object(bus, OBJECT_PATH, node->interfaces[0], &table, NULL, NULL, NULL)) return EXIT_FAILURE;
    g_bus_own_name_on_connection(bus, BUS_NAME, G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE, NULL, NULL, NULL, NULL);
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
