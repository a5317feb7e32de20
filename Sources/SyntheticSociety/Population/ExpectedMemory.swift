extension SocietyParameters {
  /// The bytes that a program needs for so many worlds of this society at a time, to within a factor of two.
  ///
  /// A world holds its members with their ties, and what each has looked at: 2.3 kB a member, and 0.55 kB more
  /// for each of the member's sessions. The program itself takes 55 MB. Measured, see *Performance* in the
  /// documentation: `docs/evidence/performance.md`.
  public func expectedMemory(worlds: Int) -> Double {
    Self.programMemory + Double(worlds) * members(atEnd: world.members) * memoryOfMember
  }

  /// How many members a community can begin with, so that so many worlds of it fit into the memory.
  ///
  /// - Parameter memory: In bytes.
  /// - Returns: At least 1.
  public func members(fitting memory: Double, worlds: Int) -> Int {
    let room = memory - Self.programMemory
    let most = room / (Double(max(1, worlds)) * members(atEnd: 1) * memoryOfMember)
    return Int(min(max(1, most), world.members))
  }

  private static let programMemory = 55e6

  private var memoryOfMember: Double { 2.3e3 + 0.55e3 * sessions.mean * world.days }

  private func members(atEnd start: Double) -> Double {
    start * (1 + joining.share * world.days)
  }
}
