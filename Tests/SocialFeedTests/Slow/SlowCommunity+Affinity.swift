import Foundation
import SocialFeed

extension SlowCommunity {
  func weight(of kind: InteractionKind) -> Double {
    switch kind {
    case .view: rule.view
    case .like: rule.like
    case .comment: rule.comment
    case .save: rule.save
    case .unlike, .unsave, .vote: 0
    }
  }

  /// Σ weight · 2^(−age ÷ half-life) over what was not taken back.
  func affinity(of member: MemberID, for category: CategoryID, at now: Double) -> Double {
    decayed(lessons(of: member, in: category).filter { !$0.isTakenBack }, at: now)
  }

  /// The same over what was taken back too: what rounding errors are relative to.
  func grossAffinity(of member: MemberID, for category: CategoryID, at now: Double) -> Double {
    decayed(lessons(of: member, in: category), at: now)
  }

  /// How large rounding errors may be in proportion: as an instant on a clock is long ago or far in
  /// half-lives, so many fewer digits are left behind its point.
  func rounding(at now: Double) -> Double { max(1e-9, 4 * (now / rule.halfLife).ulp) }

  func lessons(of member: MemberID, in category: CategoryID) -> [Lesson] {
    members[member.index].learnt.filter { $0.category == category }
  }

  private func decayed(_ lessons: [Lesson], at now: Double) -> Double {
    lessons.reduce(0) { $0 + weight(of: $1.kind) * pow(2, -(now - $1.time) / rule.halfLife) }
  }

  /// Categories above a threshold by affinity, then by number.
  ///
  /// Above 0 are all that something not taken back added to, however long ago.
  ///
  /// - Returns: `nil` when two affinities, or one and a threshold above 0, are nearer to each other
  ///   than rounding errors, yet not equal by their history, or two are so small that numbers have
  ///   few digits for them.
  func preferred(
    by viewer: MemberID, above threshold: Double, at now: Double
  ) -> [CategoryID]? {
    var chosen: [(category: CategoryID, affinity: Double, error: Double)] = []
    for category in (0..<categoryCount).map({ CategoryID($0) }) {
      let remains = lessons(of: viewer, in: category).contains {
        !$0.isTakenBack && weight(of: $0.kind) > 0
      }
      guard remains else { continue }
      let affinity = affinity(of: viewer, for: category, at: now)
      let error = rounding(at: now) * grossAffinity(of: viewer, for: category, at: now)
      if threshold > 0 && abs(affinity - threshold) <= error { return nil }
      if threshold == 0 || affinity > threshold { chosen.append((category, affinity, error)) }
    }
    chosen.sort { ($1.affinity, $0.category) < ($0.affinity, $1.category) }
    for (one, next) in zip(chosen, chosen.dropFirst()) {
      let isNear =
        one.affinity - next.affinity <= one.error + next.error || one.affinity < 1e-250
      if isNear && !haveOneHistory(one.category, next.category, viewer) { return nil }
    }
    return chosen.map(\.category)
  }

  /// Whether a viewer did the same at the same times in two categories and took nothing back.
  private func haveOneHistory(
    _ one: CategoryID, _ other: CategoryID, _ viewer: MemberID
  ) -> Bool {
    let (first, second) = (lessons(of: viewer, in: one), lessons(of: viewer, in: other))
    return first.count == second.count
      && zip(first, second).allSatisfy {
        weight(of: $0.kind) == weight(of: $1.kind) && $0.time == $1.time
          && !$0.isTakenBack && !$1.isTakenBack
      }
  }
}
