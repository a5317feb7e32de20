/// The text of a file, or of the value of an override.
package struct DocumentText {
  /// Where a line and column of the text is.
  package enum Origin {
    case file(String)
    case override(String, index: Int)

    func location(line: Int, column: Int) -> LocatedFault.Location {
      switch self {
      case .file(let file): .line(file: file, line: line, column: column)
      case .override(let text, let index): .override(text, index: index)
      }
    }
  }

  let origin: Origin
  let string: String

  package init(_ string: String, origin: Origin) {
    self.string = string
    self.origin = origin
  }

  /// Decodes UTF-8, with or without a byte order mark.
  ///
  /// - Returns: `nil` after adding a fault for a text of more than ``mostBytes``, for the first byte that is no
  ///   UTF-8, or for the first 20 control characters, of which YAML has none.
  package init?(bytes: [UInt8], file: String, faults: FaultList) {
    guard bytes.count <= Self.mostBytes else {
      let message = "this file has more than \(Self.mostBytes.grouped) bytes, and no more are read"
      faults.add(
        LocatedFault(
          location: .line(file: file, line: 1, column: 1), reason: .contradiction(message)))
      return nil
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let scan = TextScan(bytes[(hasMark ? 3 : 0)...])
    for fault in scan.faults {
      faults.add(
        LocatedFault(
          location: .line(file: file, line: fault.line, column: fault.column),
          reason: .syntax(fault.message)))
    }
    guard scan.faults.isEmpty else { return nil }
    self.init(String(decoding: scan.bytes, as: UTF8.self), origin: .file(file))
  }
}

extension DocumentText {
  /// People write some hundred kilobytes at most; a tree takes a hundred times the room of its text.
  private static let mostBytes = 1_000_000

  /// The bytes of a document's file, or of a pipe or a device; of one with more than ``mostBytes`` one too many.
  package static func bytes(of file: String) throws(UnreadableFile) -> [UInt8] {
    try FileContent.bytes(of: file, upTo: mostBytes + 1)
  }

  /// The tree of values that the text writes down, as YAML 1.2 or JSON.
  ///
  /// - Parameter key: The key whose value the text is; empty for a whole document.
  /// - Returns: `nil` when the text has no value at all, or after adding the faults that keep it
  ///   from being read.
  package func compose(at key: String = "", faults: FaultList) -> DocumentNode? {
    YAMLTree(self, faults: faults)?.withAnchors { root, disguise in
      var conversion = NodeConversion(
        origin: origin, lines: TextLines(string), disguise: disguise, faults: faults)
      return conversion.node(root, at: key)
    }
  }
}

/// Looks for what no YAML text holds.
private struct TextScan {
  struct Fault {
    var line: Int
    var column: Int
    var message: String
  }

  let bytes: ArraySlice<UInt8>
  private(set) var faults: [Fault] = []

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var position = TextPosition()
    while faults.count < 20 {
      switch decoder.decode(&iterator) {
      case .emptyInput: return
      case .error:
        add("this is not UTF-8 text", at: position)
        return
      case .scalarValue(let scalar):
        if !scalar.isAllowedInYAML { add("\(scalar.codePoint) cannot stand in YAML", at: position) }
        position.advance(over: scalar)
      }
    }
  }

  private mutating func add(_ message: String, at position: TextPosition) {
    faults.append(Fault(line: position.line, column: position.column, message: message))
  }
}

/// A line and a column, from 1, with the line breaks of YAML's scanner.
package struct TextPosition: Hashable, Sendable {
  package var line = 1
  package var column = 1
  private var isAfterReturn = false

  package init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }

  package mutating func advance(over scalar: Unicode.Scalar) {
    switch scalar {
    case "\n" where isAfterReturn: break
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": (line, column) = (line + 1, 1)
    default: column += 1
    }
    isAfterReturn = scalar == "\r"
  }
}

/// The lines of a text by YAML's scanner.
struct TextLines {
  private var lines: [[Unicode.Scalar]] = [[]]

  init(_ text: String) {
    var position = TextPosition()
    for scalar in text.unicodeScalars {
      let line = position.line
      position.advance(over: scalar)
      // A line break belongs to no line.
      if position.line > line {
        lines.append([])
      } else if position.column > 1 {
        lines[line - 1].append(scalar)
      }
    }
  }

  /// Whether a text stands at a line and column, both from 1.
  func holds(_ text: String, line: Int, column: Int) -> Bool {
    guard lines.indices.contains(line - 1), lines[line - 1].count >= column - 1 else {
      return false
    }
    return lines[line - 1][(column - 1)...].starts(with: text.unicodeScalars)
  }
}

extension Unicode.Scalar {
  /// Whether it is a tab, a line break or a printable character, and one that texts exchange.
  ///
  /// Source: YAML 1.2.2, production 1, `c-printable`; Unicode 17, section 23.7, of noncharacters.
  fileprivate var isAllowedInYAML: Bool {
    switch value {
    case 0xFDD0...0xFDEF: false
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      value & 0xFFFF < 0xFFFE
    default: false
    }
  }
}
