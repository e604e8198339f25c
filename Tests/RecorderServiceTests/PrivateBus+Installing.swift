// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

extension PrivateBus {
    /// Lets the bus start `command` for those who ask for `name`.
    func install(service name: String, executing command: String) throws {
        let file = fopen("\(servicesFolder)/\(name).service", "w")
        fputs("[D-BUS Service]\nName=\(name)\nExec=\(command)\n", file)
        fclose(file)
    }
}
