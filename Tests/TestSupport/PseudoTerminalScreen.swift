// SPDX-License-Identifier: MIT

internal import Glibc

/// What a terminal shows of what it was sent: as much of ECMA-48 and of xterm's private modes as a well-behaved program needs.
///
/// Whatever else arrives is kept in ``strange``, so a test sees at once when a name from outside reached the terminal as a command. Widths are glibc's, not the program's own.
public struct PseudoTerminalScreen: Sendable {
    private enum State: Sendable {
        case ground
        case escape
        case designation
        case sequence(String)
        case string(String)
    }

    /// A glyph on the screen and how it looks.
    public struct Cell: Hashable, Sendable {
        /// The scalar and the marks on it; empty in the second column of a wide one.
        public var text: String
        /// The SGR parameters in force.
        public var attributes: Set<Int>
    }

    /// The window's columns.
    public private(set) var columns: Int
    /// The window's rows.
    public private(set) var rows: Int
    /// The private modes that are set, 25 (cursor) and 7 (wrapping) from the start.
    public private(set) var modes: Set<Int> = [25, 7]
    /// Everything that was no text and no sequence known here.
    public private(set) var strange: [String] = []
    /// How many updates have been shown.
    public private(set) var frames = 0

    private var cells: [Int: [Int: Cell]] = [:]
    private var normalCells: [Int: [Int: Cell]] = [:]
    private var row = 0
    private var column = 0
    private var attributes: Set<Int> = []
    private var state = State.ground
    private var partial: [UInt8] = []

    /// An empty screen.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Whether an update has begun and not ended.
    public var isUpdating: Bool { modes.contains(2026) }
    /// Whether the alternate screen is shown.
    public var isAlternate: Bool { modes.contains(1049) }
    /// Whether the cursor is shown.
    public var hasCursor: Bool { modes.contains(25) }

    /// The rows as text, without spaces at their ends, down to the last with something on it.
    public var lines: [String] {
        (0..<(cells.keys.max() ?? -1) + 1).map(line)
    }

    /// Whether a row shows `text`.
    public func contains(_ text: String) -> Bool { cells.keys.contains { line($0).contains(text) } }

    /// A row as text.
    public func line(_ number: Int) -> String {
        guard let row = cells[number] else { return "" }
        var text = ""
        for column in 0..<(row.keys.max() ?? -1) + 1 { text += row[column]?.text ?? " " }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The cell at a place, from 0.
    public func cell(row: Int, column: Int) -> Cell? { cells[row]?[column] }

    /// The highest column in use, or -1.
    public var lastColumn: Int { cells.values.compactMap { $0.keys.max() }.max() ?? -1 }

    mutating func resize(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Takes what a program wrote.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        partial += bytes
        // A character cut in two waits for its rest.
        var end = partial.count
        var back = 1
        while back <= 3, back <= partial.count {
            let byte = partial[partial.count - back]
            if byte >= 0xC0 {
                let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
                if length > back { end = partial.count - back }
                break
            }
            if byte < 0x80 { break }
            back += 1
        }
        let text = String(decoding: partial[..<end], as: UTF8.self)
        partial.removeFirst(end)
        for scalar in text.unicodeScalars { feed(scalar) }
    }

    private mutating func feed(_ scalar: Unicode.Scalar) {
        switch state {
        case .ground: ground(scalar)
        case .escape:
            state = .ground
            switch scalar {
            case "[": state = .sequence("")
            // A character set (ECMA-35): which one does not matter as long as all are those of UTF-8 anyway.
            case "(", ")": state = .designation
            case "]", "P", "_", "^", "X": state = .string(String(scalar))
            default: strange.append("ESC \(scalar)")
            }
        case .designation: state = .ground
        case .sequence(let text):
            if (0x40..<0x7F).contains(scalar.value) {
                state = .ground
                sequence(text, scalar)
            } else {
                state = .sequence(text + String(scalar))
            }
        case .string(let text):
            if scalar.value == 0x07 || scalar.value == 0x1B {
                state = .ground
                strange.append("string \(text)")
            } else {
                state = .string(text + String(scalar))
            }
        }
    }

    private mutating func ground(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x1B: state = .escape
        case 0x0D: column = 0
        case 0x0A: row += 1
        case 0x18: break
        case 0x00..<0x20, 0x7F..<0xA0: strange.append("control \(String(scalar.value, radix: 16))")
        case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F: strange.append("bidi \(String(scalar.value, radix: 16))")
        default: put(scalar)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = TerminalWidth.columns(of: scalar)
        guard width > 0 else {
            let base = column > 0 && cells[row]?[column - 1]?.text == "" ? column - 2 : column - 1
            cells[row]?[base]?.text.unicodeScalars.append(scalar)
            return
        }
        // Without wrapping, what goes beyond the margin overwrites the last column.
        let place = max(min(column, columns - width), 0)
        cells[row, default: [:]][place] = Cell(text: String(scalar), attributes: attributes)
        if width == 2 { cells[row, default: [:]][place + 1] = Cell(text: "", attributes: attributes) }
        column = place + width
    }

    private mutating func sequence(_ text: String, _ final: Unicode.Scalar) {
        let numbers = text.drop { $0 == "?" }.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        switch (text.first == "?", final) {
        case (true, "h"): numbers.forEach { set($0) }
        case (true, "l"): numbers.forEach { reset($0) }
        case (false, "H"):
            row = max(numbers.first ?? 1, 1) - 1
            column = max(numbers.dropFirst().first ?? 1, 1) - 1
        case (false, "G"): column = max(numbers.first ?? 1, 1) - 1
        case (false, "J") where numbers == [2]: cells = [:]
        case (false, "K") where numbers == [2]: cells[row] = nil
        case (false, "m"): attributes = numbers == [0] || text.isEmpty ? [] : attributes.union(numbers)
        default: strange.append("CSI \(text)\(final)")
        }
    }

    private mutating func set(_ mode: Int) {
        modes.insert(mode)
        if mode == 1049 {
            normalCells = cells
            cells = [:]
        } else if ![25, 7, 2004, 2026].contains(mode) {
            strange.append("mode \(mode)")
        }
    }

    private mutating func reset(_ mode: Int) {
        if mode == 1049, isAlternate {
            cells = normalCells
            row = 0
        }
        if mode == 2026, isUpdating { frames += 1 }
        modes.remove(mode)
    }
}
