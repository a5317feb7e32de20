/// The username of a member who has taken none: `member` and the identifier. It is worked out, not
/// stored, and no member may take a name of this form.
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

  /// Every member below `count` whose reserved name begins with `prefix`, in the order of the names: 1,
  /// 10, 100, 101, …, 11, ….
  static func members(beginningWith prefix: String, below count: Int) -> [MemberID] {
    var found: [MemberID] = []
    if stem.hasPrefix(prefix) {
      for digit in 0...9 { add(digit, below: count, to: &found) }
    } else if let member = member(named: prefix) {
      add(member.index, below: count, to: &found)
    }
    return found
  }

  private static func digits(of name: String) -> Substring.UTF8View? {
    name.hasPrefix(stem) ? name.dropFirst(stem.count).utf8 : nil
  }

  /// Adds `number`, then all longer numbers that begin with its digits.
  private static func add(_ number: Int, below count: Int, to found: inout [MemberID]) {
    guard number < count else { return }
    found.append(MemberID(number))
    guard number > 0 else { return }
    for digit in 0...9 { add(10 * number + digit, below: count, to: &found) }
  }
}
