package import Calibration
package import FeedMetrics
internal import SocialFeed
package import SyntheticSociety

/// A figure that a simulated community shall have as the real one does, and the key that moves it.
///
/// To add one: an element of ``all``, and its key in `FittedSociety.keys`.
package struct SimulatedFigure: Sendable {
  /// A few words.
  package let name: String
  /// The key whose value is solved.
  package let key: String
  /// Whether the figure grows with the value; otherwise it falls.
  let grows: Bool
  /// The figure of the real community; `nil` where the logs do not have it, or have what solves the key already.
  package let real: @Sendable (FittedSociety, RealCommunity) -> Double?
  /// The figure of a run; `nil` where it is undefined.
  package let simulated: @Sendable (RunColumns) -> Double?

  /// The parameter of the key.
  package var parameter: SocietyParameter {
    let found = SocietyParameter.all.first { $0.key == key }
    precondition(found != nil, "no society has the parameter \(key)")
    return found!
  }
}

extension SimulatedFigure {
  /// All figures, in the order of a scenario's keys.
  package static let all: [SimulatedFigure] =
    [
      SimulatedFigure(
        name: "impressions of a member, Gini index", key: "behaviour.sessions.shape", grows: false,
        real: { $1.activity?.gini },
        simulated: { columns in
          CountedValues(columns.impressionsOfMember.lazy.map { Double($0) }).positive.gini
        })
    ]
    + [
      rate("opens an impression, as ranked", of: "behaviour.actions.open", .view),
      rate("likes an impression, as ranked", of: "behaviour.actions.like", .like),
      rate("comments an impression, as ranked", of: "behaviour.actions.comment", .comment),
      rate("saves an impression, as ranked", of: "behaviour.actions.save", .save),
      // The graph at the start has the follows of the logs; those of who joins must replace those of who leaves.
      SimulatedFigure(
        name: "follows a member at the end", key: "behaviour.following.at-joining", grows: true,
        real: { society, _ in society.figure(for: "behaviour.graph.follows")?.values.first },
        simulated: { columns in
          columns.impressionsOfMember.isEmpty
            ? nil : Double(columns.follows.count) / Double(columns.impressionsOfMember.count)
        }),
    ]

  /// A rate that is known from pages in the order of the ranker only: rates in random order need no solving here,
  /// since every community is solved for them.
  private static func rate(
    _ name: String, of key: String, _ kind: InteractionKind
  ) -> SimulatedFigure {
    SimulatedFigure(
      name: name, key: key, grows: true,
      real: { society, real in society.figure(for: key) == nil ? real.rate(of: kind) : nil },
      simulated: { $0.rate(of: kind) })
  }
}

extension RealCommunity {
  /// Interactions of a kind for each impression in the order of the logs' ranker.
  fileprivate func rate(of kind: InteractionKind) -> Double? {
    kind == .view ? producedClickRate : actionRates.first { $0.kind == kind }?.rate
  }
}
