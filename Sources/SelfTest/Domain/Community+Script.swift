internal import SocialFeed

extension Community {
  /// A community of so many members who do what a check says.
  init(ofMembers count: Int) {
    self.init(categoryCount: 1)
    for _ in 0..<count { _ = join(group: 0, now: 0) }
  }

  /// Makes calls that cannot be refused.
  mutating func perform<Value>(_ script: (inout Community) throws -> Value) -> Value {
    do {
      return try script(&self)
    } catch {
      preconditionFailure("a call of the self-test was refused: \(error)")
    }
  }
}
