/// A JSON value, and its one canonical text.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A finite number.
  case number(Double)
  /// A whole number that a `Double` might not hold.
  case whole(UInt64)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// Without blanks, keys in the order of their UTF-8, numbers as short as they read back.
  package var canonical: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The same over several lines, for people; a list of numbers stays on one.
  package var indented: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text + "\n"
  }

  /// - Parameter indent: A line break and the blanks that begin a line; `nil` for one line.
  private func write(to text: inout String, indent: String?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value):
      precondition(value.isFinite, "JSON has no number \(value)")
      text += value.shortest
    case .whole(let value): text += "\(value)"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values) where indent != nil && values.allSatisfy(\.isNumberOrNull):
      Self.write(values, in: "[", "]", to: &text, indent: nil, separator: ", ") { value, text, _ in
        value.write(to: &text, indent: nil)
      }
    case .array(let values):
      Self.write(values, in: "[", "]", to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      Self.write(sorted, in: "{", "}", to: &text, indent: indent) { member, text, indent in
        Self.write(member.key, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private var isNumberOrNull: Bool {
    switch self {
    case .null, .number, .whole: true
    case .bool, .string, .array, .object: false
    }
  }

  private static func write<Element>(
    _ elements: [Element], in open: String, _ close: String, to text: inout String,
    indent: String?, separator: String = ",", each: (Element, inout String, String?) -> Void
  ) {
    text += open
    let inner = indent.map { $0 + "  " }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += separator }
      text += inner ?? ""
      each(element, &text, inner)
    }
    if !elements.isEmpty { text += indent ?? "" }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
