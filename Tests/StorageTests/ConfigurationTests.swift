// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import Storage

@Suite("Configuration")
struct ConfigurationTests {
    private let environment = ["LANG": "de_AT.UTF-8"]

    private func parse(_ text: String) -> Configuration {
        Configuration(parsing: Array(text.utf8), environment: environment)
    }

    @Test
    func `a missing file means the defaults`() {
        let folder = TemporaryFolder()
        let configuration = Configuration(file: folder["config"], environment: environment)
        #expect(configuration == Configuration(environment: environment))
        #expect(configuration.language == "de-AT")
        #expect(configuration.engine == "auto")
        #expect(configuration.device == nil)
        #expect(configuration.discardedPeriod == .seconds(600))
        #expect(configuration.installsEngines && configuration.isMediaPlayer)
        #expect(configuration.showsNotifications && configuration.startsIndicator)
        #expect(configuration.warnings.isEmpty)
    }

    @Test
    func `all settings are taken over`() throws {
        let folder = TemporaryFolder()
        try write(
            "\u{FEFF}# mine\r\n\n  device = alsa_input.usb-Blue #1=x \r\nlanguage=en_us\n\tengine = pocketsphinx\ndiscarded-minutes = 0\ninstall-engines = no\nmedia-player = no\nnotifications = no\nindicator = no",
            to: folder["config"])
        let configuration = Configuration(file: folder["config"], environment: environment)
        #expect(configuration.warnings.isEmpty)
        #expect(configuration.device == "alsa_input.usb-Blue #1=x")
        #expect(configuration.language == "en-US")
        #expect(configuration.engine == "pocketsphinx")
        #expect(configuration.discardedPeriod == .zero)
        #expect(!configuration.installsEngines && !configuration.isMediaPlayer)
        #expect(!configuration.showsNotifications && !configuration.startsIndicator)
    }

    @Test(arguments: [
        "colour = red", "device", "language = english", "language =", "engine =", "discarded-minutes = -1", "discarded-minutes = 1.5",
        "discarded-minutes = 99999999999999999999", "discarded-minutes = 525601", "discarded-minutes =", "install-engines = maybe", "media-player = maybe", "notifications = 1", "indicator = on",
        "= x",
    ])
    func `what makes no sense is a warning with its line, and changes nothing`(line: String) {
        var configuration = parse("# first\n\(line)\n# last\n")
        #expect(configuration.warnings.map(\.line) == [2])
        #expect(configuration.warnings[0].message.hasSuffix("."))
        configuration.warnings = []
        #expect(configuration == Configuration(environment: environment))
    }

    @Test
    func `the last of two lines wins, and a bad one leaves the good one`() {
        #expect(parse("engine = a\nengine = b\nlanguage = fr\nlanguage = ?").engine == "b")
        #expect(parse("language = fr\nlanguage = ?").language == "fr")
    }

    @Test
    func `a file that can't be read is one warning, not a failure`() throws {
        let folder = TemporaryFolder()
        try Files.makeFolder(folder["config"])
        let configuration = Configuration(file: folder["config"], environment: environment)
        #expect(configuration.warnings.map(\.line) == [0])
        #expect(configuration.engine == "auto")
    }

    @Test
    func `a pipe, a device and garbage in place of the file hold nobody up`() throws {
        let folder = TemporaryFolder()
        #expect(mkfifo(folder["pipe"], 0o600) == 0)
        #expect(Configuration(file: folder["pipe"], environment: environment).warnings.isEmpty)
        #expect(Configuration(file: "/dev/null", environment: environment).warnings.isEmpty)
        let garbage = Configuration(parsing: [0xFF, 0x00, 0x0A, 0xC3, 0x3D, 0xA9], environment: environment)
        #expect(garbage.warnings.count == 2)
    }
}
