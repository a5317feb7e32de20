internal import DataFiles

/// Moves keys of the version before to their present paths, with a note each, so that later code reads today's
/// scenarios.
struct MovedNames {
  /// Present keys by the keys of the version before.
  private static let keys: KeyValuePairs = [
    "behaviour.friending.attempts": "behaviour.following.friend-requests",
    "behaviour.friending.acceptance": "behaviour.following.acceptance",
    "behaviour.friending.acceptance-per-mutual": "behaviour.following.acceptance-per-mutual",
  ]

  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - isReplacing: Whether a moved value replaces the present key's value, as an override does; a file that has
  ///     both is at fault.
  mutating func update(_ root: inout DocumentNode, isReplacing: Bool, faults: FaultList) {
    for (former, present) in Self.keys {
      guard let entry = root.take(former) else { continue }
      if !isReplacing, root.value(at: present) != nil {
        faults.add(
          LocatedFault(
            location: entry.location, key: former,
            reason: .contradiction("it is another name of '\(present)', which is here too")))
      }
      root.put(entry.value, at: present, keyLocation: entry.location)
      notes.append(entry.location.note(of: former, calledNow: present))
    }
    if let none = root.change("behaviour.off", { switchOffFriendRequests(&$0) }) ?? nil {
      root.put(none, at: "behaviour.following.friend-requests", keyLocation: none.location)
    }
    if root.value(at: "preset")?.scalar == "churning", let entry = root.take("preset") {
      notes.append(
        entry.value.location.prefix
          + "preset: 'churning' is now how people behave without a preset; leave the key out")
    }
  }

  /// Takes `friending` out of the components that are switched off.
  ///
  /// - Returns: How often requests are sent, if it was there.
  private mutating func switchOffFriendRequests(_ off: inout DocumentNode) -> DocumentNode? {
    guard case .list(var components) = off.content else { return nil }
    if let index = components.firstIndex(where: { $0.scalar == "friending" }) {
      let location = components.remove(at: index).location
      off.content = .list(components)
      notes.append(
        location.prefix + "behaviour.off: 'friending' is now part of 'following'; this version"
          + " reads it as 'following: {friend-requests: 0}'")
      return DocumentNode(content: .scalar("0", isQuoted: false), location: location)
    }
    if let following = components.first(where: { $0.scalar == "following" }) {
      let note =
        following.location.prefix
        + "behaviour.off: since simulation 6 'following' stops friend requests too;"
        + " 'following: {attempts: 0, at-joining: 0, after-like: 0}' stops follows only"
      if !notes.contains(note) { notes.append(note) }
    }
    return nil
  }
}
