/// The username of a member who has taken none: `member` and the identifier. It is worked out, not
/// stored, and nobody may take a name of this form.
enum ReservedName {
  static let stem = "member"

  static func name(of member: MemberID) -> String { "\(stem)\(member)" }

  /// Whether a name has the reserved form, whoever it would be the name of.
  static func isReserved(_ name: String) -> Bool {
    guard let digits = digits(of: name), !digits.isEmpty else { return false }
    return digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  /// The member of whom this would be the reserved name: no sign, no leading zeros.
  static func member(named name: String) -> MemberID? {
    guard isReserved(name), let digits = digits(of: name) else { return nil }
    if digits.count > 1 && digits.first == UInt8(ascii: "0") { return nil }
    return UInt32(String(Substring(digits))).map { MemberID(rawValue: $0) }
  }

  /// Calls `body` with every member below `count` whose reserved name begins with `prefix`, in the
  /// order of the names: 1, 10, 100, 101, …, 11, ….
  static func forEach(
    beginningWith prefix: String, below count: Int, _ body: (MemberID) -> Void
  ) {
    if stem.hasPrefix(prefix) {
      for digit in 0...9 { visit(digit, below: count, body) }
    } else if let member = member(named: prefix) {
      visit(member.index, below: count, body)
    }
  }

  private static func digits(of name: String) -> Substring.UTF8View? {
    name.hasPrefix(stem) ? name.dropFirst(stem.count).utf8 : nil
  }

  /// `number`, then all longer numbers that begin with its digits.
  private static func visit(_ number: Int, below count: Int, _ body: (MemberID) -> Void) {
    guard number < count else { return }
    body(MemberID(number))
    guard number > 0 else { return }
    for digit in 0...9 { visit(10 * number + digit, below: count, body) }
  }
}
