/// A word of a formula, and where it stands.
struct FormulaToken {
  enum Content: Equatable {
    case number(Double)
    case name(String)
    /// An operator, a parenthesis or a comma.
    case symbol(String)
    case end
  }

  let content: Content
  /// In Unicode scalars, from 1.
  let column: Int

  /// Its description for a message.
  var summary: String {
    switch content {
    case .number(let value): "the number \(value)"
    case .name(let name): "'\(name)'"
    case .symbol(let symbol): "'\(symbol)'"
    case .end: "the end"
    }
  }
}

/// A word between conditions, or before one.
enum FormulaConnective: String, CaseIterable { case and, or, not }

/// Cuts a formula into words.
struct FormulaLexer {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private(set) var tokens: [FormulaToken] = []
  private(set) var faults: [FormulaFault] = []

  private static let symbols = [
    "<=", ">=", "==", "!=", "+", "-", "*", "/", "^", "(", ")", ",", "<", ">",
  ]

  /// Cuts a text into words, the last of which is its end.
  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    while index < scalars.count { readToken() }
    tokens.append(FormulaToken(content: .end, column: scalars.count + 1))
  }

  /// Whether a text is one name.
  static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isLetter(first) else { return false }
    return text.unicodeScalars.allSatisfy { isLetter($0) || isDigit($0) }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private mutating func readToken() {
    let start = index
    let scalar = scalars[index]
    if [" ", "\t", "\n", "\r"].contains(scalar) {
      index += 1
    } else if Self.isLetter(scalar) {
      while index < scalars.count, Self.isLetter(scalars[index]) || Self.isDigit(scalars[index]) {
        index += 1
      }
      add(.name(text(from: start)), at: start)
    } else if isStartOfNumber {
      readNumber()
    } else if let symbol = Self.symbols.first(where: isHere) {
      index += symbol.unicodeScalars.count
      add(.symbol(symbol), at: start)
    } else {
      index += ["&&", "||"].contains(where: isHere) ? 2 : 1
      faults.append(
        FormulaFault(column: start + 1, reason: .unexpectedCharacter(text(from: start))))
    }
  }

  private var isStartOfNumber: Bool {
    Self.isDigit(scalars[index])
      || scalars[index] == "." && index + 1 < scalars.count && Self.isDigit(scalars[index + 1])
  }

  private mutating func readNumber() {
    let start = index
    skipDigits()
    if index < scalars.count, scalars[index] == "." {
      index += 1
      skipDigits()
    }
    skipExponent()
    let text = text(from: start)
    let value = Double(text.hasSuffix(".") ? text + "0" : text) ?? .infinity
    if !value.isFinite {
      faults.append(FormulaFault(column: start + 1, reason: .numberTooLarge(text)))
    }
    add(.number(value.isFinite ? value : 0), at: start)
  }

  /// Skips an `e` only where digits follow: otherwise it begins a name.
  private mutating func skipExponent() {
    guard index < scalars.count, scalars[index] == "e" || scalars[index] == "E" else { return }
    let hasSign =
      index + 1 < scalars.count && (scalars[index + 1] == "-" || scalars[index + 1] == "+")
    let digits = index + (hasSign ? 2 : 1)
    guard digits < scalars.count, Self.isDigit(scalars[digits]) else { return }
    index = digits
    skipDigits()
  }

  private mutating func skipDigits() {
    while index < scalars.count, Self.isDigit(scalars[index]) { index += 1 }
  }

  private func isHere(_ symbol: String) -> Bool {
    scalars[index...].starts(with: symbol.unicodeScalars)
  }

  private func text(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<index])
    return String(text)
  }

  private mutating func add(_ content: FormulaToken.Content, at start: Int) {
    tokens.append(FormulaToken(content: content, column: start + 1))
  }
}
