// SPDX-License-Identifier: MIT

#ifndef TALLYLIGHT_CDBUS_SHIM_H
#define TALLYLIGHT_CDBUS_SHIM_H

#include <dbus/dbus.h>

#endif
