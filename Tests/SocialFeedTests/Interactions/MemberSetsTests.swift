import SocialFeed
import TestSupport
import Testing

@Suite struct MemberSetsTests {
  @Test(arguments: [true, false])
  func `long random sequences agree with dictionaries`(keepsSeconds: Bool) {
    forEachSeed(20) { seed, generator in
      var sets = MemberSets(keepsSeconds: keepsSeconds)
      var expected: [[MemberID: Double]] = Array(repeating: [:], count: 5)
      // Many members a node make hashed blocks; the greatest numbers there are do no harm.
      let range = [3, 40, 2000].randomElement(using: &generator)!
      let last = [0, Int(UInt32.max) - 1].randomElement(using: &generator)!
      // Seconds below 2³² take half the room; later ones come to those that are there already.
      let wide = [0.0, -1e15, 1e12].randomElement(using: &generator)!
      for step in 0..<12_000 {
        // Grows for a while, then shrinks, so that blocks of all sizes are left and used again.
        let growth = step / 2000 % 2 == 0 ? 0.8 : 0.25
        let node = Int.random(in: 0..<5, using: &generator)
        let member = MemberID(abs(last - Int.random(in: 0..<range, using: &generator)))
        let second = Double(step) + (step < 3000 ? 0 : wide)
        if generator.unit() < growth {
          let isNew = expected[node][member] == nil
          try agree(sets.insert(member, at: second, into: node), isNew, "insertion at \(step)")
          if isNew { expected[node][member] = second }
        } else {
          let old = expected[node].removeValue(forKey: member)
          try agree(
            sets.remove(member, from: node), keepsSeconds ? old : old.map { _ in 0.0 },
            "removal at \(step)")
        }
        if generator.unit() < 0.001 {
          sets.removeAll(from: node)
          expected[node] = [:]
        }
        try agree(sets.contains(member, in: node), expected[node][member] != nil, "at \(step)")
        if step % 500 == 0 { try compare(sets, expected) }
      }
      try compare(sets, expected)
    }
  }

  private func compare(
    _ sets: MemberSets, _ expected: [[MemberID: Double]]
  ) throws(Difference) {
    try agree(sets.total, expected.reduce(0) { $0 + $1.count }, "members of all sets")
    for node in expected.indices {
      try agree(sets.count(of: node), expected[node].count, "members of \(node)")
      var found: [MemberID] = []
      sets.forEach(in: node) { found.append($0) }
      try agree(found.sorted(), expected[node].keys.sorted(), "list of \(node)")
      for member in expected[node].keys where !sets.contains(member, in: node) {
        throw Difference("member \(member) is not in \(node)")
      }
    }
  }

  @Test func `a node that never had a member is empty`() {
    var sets = MemberSets(keepsSeconds: true)
    #expect(!sets.contains(member(0), in: 7) && sets.count(of: 7) == 0)
    let second = sets.remove(member(0), from: 7)
    expectEqual(second, nil)
    sets.removeAll(from: 7)
    sets.forEach(in: 7) { Issue.record("member \($0)") }
    expectEqual(sets.total, 0)
  }

  @Test func `a member comes in once, and keeps its first second`() {
    var sets = MemberSets(keepsSeconds: true)
    let isNew = sets.insert(member(4), at: 9, into: 2)
    let isNewAgain = sets.insert(member(4), at: 10, into: 2)
    #expect(isNew && !isNewAgain && sets.count(of: 2) == 1)
    let first = sets.remove(member(4), from: 2)
    let second = sets.remove(member(4), from: 2)
    #expect(first == 9 && second == nil)
  }
}
