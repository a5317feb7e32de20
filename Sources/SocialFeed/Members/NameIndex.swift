/// The members who have taken a username, in the order of the names, which are kept elsewhere.
///
/// A sorted list in chunks of at most 1,024 members: finding a name takes O(log *n*) comparisons,
/// putting one in or taking one out moves a part of a chunk, and splitting one moves the list of
/// chunks. 4 to 8 bytes a name.
struct NameIndex: Sendable {
  private static let mostInChunk = 1024

  /// None is empty.
  private var chunks: [[MemberID]] = []
  /// How many names there are.
  private(set) var count = 0

  /// All members, by name.
  var all: [MemberID] { chunks.flatMap { $0 } }

  /// The member who has taken a name.
  func member(named name: String, _ names: NameColumn) -> MemberID? {
    guard let chunk = chunk(of: name, names) else { return nil }
    let index = index(of: name, in: chunk, names)
    guard index < chunks[chunk].count, names[chunks[chunk][index]] == name else { return nil }
    return chunks[chunk][index]
  }

  /// Puts a member in whose name no other member has.
  mutating func insert(_ member: MemberID, _ names: NameColumn) {
    count += 1
    guard let chunk = chunk(of: names[member], names) else { return chunks.append([member]) }
    chunks[chunk].insert(member, at: index(of: names[member], in: chunk, names))
    guard chunks[chunk].count > Self.mostInChunk else { return }
    let half = Self.mostInChunk / 2
    chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
    chunks[chunk].removeSubrange(half...)
  }

  /// Puts all in who have a name, into an index that is empty.
  ///
  /// - Returns: A name that two of them have, if there is one.
  mutating func fill(with names: NameColumn, memberCount: Int) -> String? {
    let members = (0..<memberCount).map { MemberID($0) }.filter { !names[$0].isEmpty }
      .sorted { names[$0] < names[$1] }
    for (one, other) in zip(members, members.dropFirst()) where names[one] == names[other] {
      return names[one]
    }
    let half = Self.mostInChunk / 2
    chunks = stride(from: 0, to: members.count, by: half).map {
      Array(members[$0..<min($0 + half, members.count)])
    }
    count = members.count
    return nil
  }

  /// Takes a member out, before the name changes.
  mutating func remove(_ member: MemberID, _ names: NameColumn) {
    guard let chunk = chunk(of: names[member], names) else {
      fatalError("the name of member \(member) is to be removed from an index without names")
    }
    let index = index(of: names[member], in: chunk, names)
    require(chunks[chunk][index] == member, "the name of member \(member) is not in the index")
    chunks[chunk].remove(at: index)
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    count -= 1
  }

  /// Calls `body` with every member whose name begins with `prefix`, in the order of the names.
  func forEach(beginningWith prefix: String, _ names: NameColumn, _ body: (MemberID) -> Void) {
    guard var chunk = chunk(of: prefix, names) else { return }
    var index = index(of: prefix, in: chunk, names)
    while chunk < chunks.count {
      while index < chunks[chunk].count {
        guard names[chunks[chunk][index]].hasPrefix(prefix) else { return }
        body(chunks[chunk][index])
        index += 1
      }
      chunk += 1
      index = 0
    }
  }

  /// The last chunk that begins with a name not above this one, or the first.
  private func chunk(of name: String, _ names: NameColumn) -> Int? {
    guard !chunks.isEmpty else { return nil }
    return max(0, chunks.indices.partition { names[chunks[$0][0]] <= name } - 1)
  }

  /// The index of the first name in a chunk that is not below this one.
  private func index(of name: String, in chunk: Int, _ names: NameColumn) -> Int {
    chunks[chunk].indices.partition { names[chunks[chunk][$0]] < name }
  }
}
