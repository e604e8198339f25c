// SPDX-License-Identifier: MIT

extension Collection<String> where SubSequence == Self {
    /// Takes the next argument of a command line; nil when it is none of these numbers, or when there is none.
    package mutating func popNumber<Number: FixedWidthInteger>(in range: ClosedRange<Number>) -> Number? {
        popFirst().flatMap { Number($0) }.flatMap { range.contains($0) ? $0 : nil }
    }
}
