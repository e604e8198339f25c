// SPDX-License-Identifier: MIT

extension String {
    /// The text as markup that shows it as it is.
    package var escapedForMarkup: String {
        var result = ""
        result.reserveCapacity(utf8.count)
        // By scalar: a character that is marked, such as an ampersand with an accent, is one all the same.
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
