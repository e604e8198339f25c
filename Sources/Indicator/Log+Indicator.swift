// SPDX-License-Identifier: MIT

internal import Logging

let log = Log("indicator")
