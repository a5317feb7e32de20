extension SocietyParameters {
  /// The bytes that a program needs for so many worlds of this community at a time, to within a factor of two.
  ///
  /// A world holds its members with their ties, and what each has looked at: 1.94 kB a member, 30 bytes a follow,
  /// 15 a friend, and 0.55 kB for each of the member's sessions in the first 24 days, after which people look
  /// mostly at what they know. The program itself takes 55 MB.
  ///
  /// Source: measured; `docs/evidence/performance.md` has the figures.
  ///
  /// - Parameter frozen: Bytes for each member besides, which external rankers keep.
  public func expectedMemory(worlds: Int, frozen: Double = 0) -> Double {
    Self.programMemory
      + Double(worlds) * members(atEnd: world.members) * (memoryOfMember + frozen)
  }

  /// How many members a community can begin with, so that so many worlds of it fit into the memory.
  ///
  /// - Parameters:
  ///   - memory: In bytes.
  ///   - frozen: Bytes for each member besides, which external rankers keep.
  /// - Returns: At least 1.
  public func members(fitting memory: Double, worlds: Int, frozen: Double = 0) -> Int {
    let room = memory - Self.programMemory
    let most = room / (Double(max(1, worlds)) * members(atEnd: 1) * (memoryOfMember + frozen))
    return Int(min(max(1, most), world.members))
  }

  private static let programMemory = 55e6

  private var memoryOfMember: Double {
    1.94e3 + 30 * graph.follows + 15 * graph.friends
      + 0.55e3 * sessions.mean * min(world.days, 24)
  }

  private func members(atEnd start: Double) -> Double {
    start * (1 + joining.share * world.days)
  }
}
