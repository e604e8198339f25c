// SPDX-License-Identifier: MIT

import Testing

@testable import CommandLine

@Suite("Lists of gsettings")
struct GSettingsListTests {
    @Test(arguments: [
        ("@as []\n", "['x@y.org']", "@as []"),
        ("[]", "['x@y.org']", "@as []"),
        ("['a@b', 'c@d']\n", "['a@b', 'c@d', 'x@y.org']", "['a@b', 'c@d']"),
        ("['x@y.org']", "['x@y.org']", "@as []"),
        ("['a@b', \"x@y.org\", 'c@d']", "['a@b', \"x@y.org\", 'c@d']", "['a@b', 'c@d']"),
        (#"['it\'s, [one]', "a'b"]"#, #"['it\'s, [one]', "a'b", 'x@y.org']"#, #"['it\'s, [one]', "a'b"]"#),
    ])
    func `a word comes in once, and goes, and the others stay as they are spelled`(_ text: String, _ with: String, _ without: String) throws {
        var list = try #require(GSettingsList(text))
        list.set("x@y.org", isIn: true)
        #expect(list.text == with)
        list.set("x@y.org", isIn: false)
        #expect(list.text == without)
    }

    @Test(arguments: ["", "true", "['a", "[1, 2]", "@ai []", "['a'] x"])
    func `anything else is no list`(_ text: String) {
        #expect(GSettingsList(text) == nil)
    }
}
