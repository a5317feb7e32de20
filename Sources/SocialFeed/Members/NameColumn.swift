/// A name of each member, empty for those who have none: no longer than up to the last member who
/// has one, so that a community without names spends nothing on them.
///
/// A name of at most 15 bytes takes 16 and no allocation.
struct NameColumn: Sendable {
  private var names: [String] = []

  subscript(member: MemberID) -> String {
    get { member.index < names.count ? names[member.index] : "" }
    set {
      if member.index >= names.count {
        if newValue.isEmpty { return }
        names.append(contentsOf: repeatElement("", count: member.index + 1 - names.count))
      }
      names[member.index] = newValue
    }
  }
}
