// SPDX-License-Identifier: MIT

#include <pulse/pulseaudio.h>
