// SPDX-License-Identifier: MIT

import Testing

@testable import ShellExtension

@Suite("Versions of GNOME Shell")
struct ShellVersionTests {
    @Test(arguments: [("43", 43), ("43.9", 43), ("GNOME Shell 43.9\n", 43), ("45.alpha", 45), ("50.rc", 50), ("3.38.4", 3), ("43\n", 43)])
    func `the number is what extensions are made for`(_ text: String, _ number: Int) {
        #expect(ShellVersion(text)?.number == number)
    }

    @Test(arguments: ["", "GNOME Shell", "new", "-43", "43a", "4３", "99999999999999999999", "1e3", "43,5", "v.43"])
    func `anything else is none`(_ text: String) {
        #expect(ShellVersion(text) == nil)
    }
}
