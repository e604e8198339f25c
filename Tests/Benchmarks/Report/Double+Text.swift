// SPDX-License-Identifier: MIT

extension Double {
    /// The number with `digits` digits after the point, and a plus before it if that matters.
    func text(_ digits: Int, isSigned: Bool = false) -> String {
        guard isFinite, magnitude < 1e15 else { return "–" }
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let whole = Int((magnitude * Double(scale)).rounded())
        let sign = self < 0 && whole > 0 ? "−" : isSigned ? "+" : ""
        guard digits > 0 else { return "\(sign)\(whole)" }
        let fraction = String(whole % scale)
        return "\(sign)\(whole / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}
