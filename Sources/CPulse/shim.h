// SPDX-License-Identifier: MIT

#ifndef TALLYLIGHT_CPULSE_SHIM_H
#define TALLYLIGHT_CPULSE_SHIM_H

#include <pulse/pulseaudio.h>

// Macros with casts, which Swift cannot import.
static const uint32_t cpulse_invalid_index = PA_INVALID_INDEX;

#endif
