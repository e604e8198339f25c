// SPDX-License-Identifier: MIT

import Testing

@testable import Commanding

@Suite("LanguageTag")
struct LanguageTagTests {
    @Test(
        arguments: [
            ([:], "en"),
            (["LANG": "C"], "en"),
            (["LANG": "C.UTF-8"], "en"),
            (["LANG": "POSIX"], "en"),
            (["LANG": ""], "en"),
            (["LANG": "de_CH.UTF-8"], "de-CH"),
            (["LANG": "de_CH.UTF-8@euro"], "de-CH"),
            (["LANG": "sr_RS@latin"], "sr-Latn-RS"),
            (["LANG": "fr"], "fr"),
            (["LANG": "gsw_CH"], "gsw-CH"),
            (["LANG": "/usr/share/locale"], "en"),
            (["LANG": "\u{1B}[2J"], "en"),
            (["LANG": "de_DE", "LC_MESSAGES": "it_IT"], "it-IT"),
            (["LANG": "de_DE", "LC_MESSAGES": "it_IT", "LC_ALL": "fr_FR"], "fr-FR"),
            (["LANG": "de_DE", "LC_MESSAGES": "it_IT", "LC_ALL": ""], "it-IT"),
            (["LANG": "de_DE", "LC_ALL": "C"], "en"),
            (["LANG": "de_DE", "LC_TIME": "fr_FR"], "de-DE"),
        ] as [([String: String], String)])
    func `the environment's language is a tag`(environment: [String: String], wanted: String) {
        #expect(LanguageTag.preferred(in: environment) == wanted)
    }

    @Test(
        arguments: [
            ("EN", "en"), ("de_ch", "de-CH"), ("zh-hant-tw", "zh-Hant-TW"), ("es-419", "es-419"), ("de-CH-1996", "de-CH-1996"),
            ("", nil), ("e", nil), ("english", nil), ("de-", nil), ("de--CH", nil), ("d3", nil), ("de-CH;rm", nil), ("dé", nil), ("de-toolongsubtag", nil),
        ] as [(String, String?)])
    func `tags are checked and get their usual letter case`(text: String, wanted: String?) {
        #expect(LanguageTag.normalized(text) == wanted)
    }
}
