// SPDX-License-Identifier: MIT
//
// libdbus, and those of its constants whose macros carry a cast, which Swift cannot import.

#ifndef TALLYLIGHT_CDBUS_SHIM_H
#define TALLYLIGHT_CDBUS_SHIM_H

#include <dbus/dbus.h>

static const int cdbus_type_invalid = DBUS_TYPE_INVALID;
static const int cdbus_type_byte = DBUS_TYPE_BYTE;
static const int cdbus_type_boolean = DBUS_TYPE_BOOLEAN;
static const int cdbus_type_int16 = DBUS_TYPE_INT16;
static const int cdbus_type_uint16 = DBUS_TYPE_UINT16;
static const int cdbus_type_int32 = DBUS_TYPE_INT32;
static const int cdbus_type_uint32 = DBUS_TYPE_UINT32;
static const int cdbus_type_int64 = DBUS_TYPE_INT64;
static const int cdbus_type_uint64 = DBUS_TYPE_UINT64;
static const int cdbus_type_double = DBUS_TYPE_DOUBLE;
static const int cdbus_type_string = DBUS_TYPE_STRING;
static const int cdbus_type_object_path = DBUS_TYPE_OBJECT_PATH;
static const int cdbus_type_signature = DBUS_TYPE_SIGNATURE;
static const int cdbus_type_unix_fd = DBUS_TYPE_UNIX_FD;
static const int cdbus_type_array = DBUS_TYPE_ARRAY;
static const int cdbus_type_variant = DBUS_TYPE_VARIANT;
static const int cdbus_type_struct = DBUS_TYPE_STRUCT;
static const int cdbus_type_dict_entry = DBUS_TYPE_DICT_ENTRY;

static const unsigned int cdbus_watch_readable = DBUS_WATCH_READABLE;
static const unsigned int cdbus_watch_writable = DBUS_WATCH_WRITABLE;
static const unsigned int cdbus_watch_error = DBUS_WATCH_ERROR;
static const unsigned int cdbus_watch_hangup = DBUS_WATCH_HANGUP;

#endif
