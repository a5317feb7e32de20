package import Calibration
package import FeedMetrics
internal import PortableMath
internal import SocialFeed
package import SyntheticSociety

/// A figure that a simulated community shall have as the real one does, and the key that moves it.
///
/// To add one: an element of ``all``, and its key in `FittedSociety.keys`.
package struct SimulatedFigure: Sendable {
  /// The order of the pages that a figure is of.
  package enum Order: Sendable, Hashable {
    case ranked, random
  }

  /// A simulated figure.
  package struct Measure: Sendable {
    package let value: Double
    /// What was counted, where chance matters: its relative standard error is 1/√events.
    package var events: Int?
  }

  /// A few words.
  package let name: String
  /// The key whose value is solved.
  package let key: String
  /// How much the logarithm of the figure grows with the value's logarithm, roughly.
  let slope: Double
  package var order = Order.ranked
  /// The figure of the real community; `nil` where the logs do not have it, or have what solves the key already.
  package let real: @Sendable (FittedSociety, RealCommunity) -> Double?
  /// The figure of a run; `nil` where it is undefined.
  package let simulated: @Sendable (RunColumns) -> Measure?

  /// The parameter of the key.
  package var parameter: SocietyParameter {
    let found = SocietyParameter.all.first { $0.key == key }
    precondition(found != nil, "\(key) is not a parameter of a community")
    return found!
  }
}

extension SimulatedFigure {
  /// All figures, in the order of a scenario's keys.
  package static let all = visits + ratesInRandomOrder + ratesAsRanked + [follows]

  private static let visits: [SimulatedFigure] =
    [
      SimulatedFigure(
        name: "impressions of a member, Gini index", key: "behaviour.sessions.shape", slope: -0.2,
        real: { $1.activity?.gini },
        simulated: { columns in
          CountedValues(columns.impressionsOfMember.lazy.map { Double($0) }).positive.gini
            .map { Measure(value: $0) }
        }),
      // Sessions that begin soon after another one are a part of it in the logs.
      SimulatedFigure(
        name: "sessions a member and day", key: "behaviour.sessions.mean", slope: 1,
        real: { society, _ in
          society.hasDepth ? society.figure(for: "behaviour.sessions.mean")?.values.first : nil
        },
        simulated: { $0.sessionsPerMemberDay.map { Measure(value: $0) } }),
      SimulatedFigure(
        name: "looks a session", key: "behaviour.scrolling.cost", slope: -2.5,
        real: { society, _ in
          society.hasDepth
            ? society.figures.first { $0.name == "impressions a session" }?.values.first : nil
        },
        simulated: { $0.looksPerSession.map { Measure(value: $0) } }),
    ]

  /// Every community is solved for the rates of first looks in a small pilot; satiation and the effects of others'
  /// actions are left to solve, which depend on how much people look.
  private static let ratesInRandomOrder: [SimulatedFigure] = rates.map { rate in
    SimulatedFigure(
      name: "\(rate.plural) an impression, in random order", key: rate.key, slope: 1,
      order: .random,
      real: { $0.hasDepth ? $1.uniformRate(of: rate.kind) : nil },
      simulated: { $0.measure(of: rate.kind) })
  }

  /// Rates in random order solve the intercepts, and then those as ranked solve how much a good order brings: for actions
  /// next to opening, which the weight of interests has solved.
  private static let ratesAsRanked: [SimulatedFigure] = rates.flatMap { rate -> [SimulatedFigure] in
    let (kind, isOpening) = (rate.kind, rate.kind == .view)
    return [
      SimulatedFigure(
        name: isOpening
          ? "\(rate.plural) an impression, as ranked" : "\(rate.plural) an open, as ranked",
        key: rate.worthKey, slope: isOpening ? 1.5 : 1,
        real: { society, real in
          guard society.hasDepth, real.uniformRate(of: kind) != nil, let rate = real.rate(of: kind)
          else { return nil }
          return isOpening ? rate : real.rate(of: .view).map { rate / $0 }
        },
        simulated: { columns in
          isOpening
            ? columns.measure(of: kind)
            : columns.measure(of: kind, for: columns.count(of: .view))
        }),
      SimulatedFigure(
        name: "\(rate.plural) an impression, as ranked", key: rate.key, slope: 1,
        real: { society, real in
          // One figure a key: where the rate in random order solves it, this one does not.
          society.figure(for: rate.key) == nil
            && !(society.hasDepth && real.uniformRate(of: kind) != nil) ? real.rate(of: kind) : nil
        },
        simulated: { $0.measure(of: kind) }),
    ]
  }

  /// The graph at the start has the follows of the logs; newcomers' follows must replace leavers' follows, unless
  /// the world ends before anybody does.
  private static let follows = SimulatedFigure(
    name: "follows a member at the end", key: "behaviour.following.at-joining", slope: 0.2,
    real: { society, _ in
      society.figure(for: "world.days") == nil
        ? society.figure(for: "behaviour.graph.follows")?.values.first : nil
    },
    simulated: { columns in
      columns.impressionsOfMember.isEmpty
        ? nil
        : Measure(value: Double(columns.follows.count) / Double(columns.impressionsOfMember.count))
    })

  /// The rates of an action, the key of the rate in random order, and the key for how much a good order brings: for
  /// opens it is the weight of interests.
  private static let rates:
    [(plural: String, kind: InteractionKind, key: String, worthKey: String)] =
      [
        ("opens", .view, "behaviour.actions.open", "behaviour.utility.match"),
        ("likes", .like, "behaviour.actions.like", "behaviour.actions.like-worth"),
        ("comments", .comment, "behaviour.actions.comment", "behaviour.actions.comment-worth"),
        ("saves", .save, "behaviour.actions.save", "behaviour.actions.save-worth"),
      ]

  /// The value with which the figure should be right.
  ///
  /// - Parameters:
  ///   - value: Above 0.
  ///   - error: The logarithm of the figure divided by the real one, at that value.
  package func value(after value: Double, error: Double) -> Double {
    let step = min(max(Self.gain * error / slope, -Self.longestStep), Self.longestStep)
    let range = parameter.range
    let next = min(max(value * Portable.exp(-step), range.lowerBound), range.upperBound)
    return next > 0 ? next : value
  }

  /// The part of a step that is made: figures depend on each other's keys, too.
  private static let gain = 0.8
  /// Values change by at most three fifths at once.
  private static let longestStep = 0.5
}

extension RunColumns {
  fileprivate func measure(of kind: InteractionKind) -> SimulatedFigure.Measure? {
    rate(of: kind).map { SimulatedFigure.Measure(value: $0, events: count(of: kind)) }
  }

  fileprivate func measure(of kind: InteractionKind, for opens: Int) -> SimulatedFigure.Measure? {
    let events = count(of: kind)
    return opens > 0
      ? SimulatedFigure.Measure(value: Double(events) / Double(opens), events: events) : nil
  }
}

extension RealCommunity {
  /// Interactions of a kind for each impression in the order of the logs' ranker.
  fileprivate func rate(of kind: InteractionKind) -> Double? {
    kind == .view ? producedClickRate : actionRates.first { $0.kind == kind }?.rate
  }

  /// The same in random order.
  fileprivate func uniformRate(of kind: InteractionKind) -> Double? {
    kind == .view ? uniformClickRate : uniformActionRates.first { $0.kind == kind }?.rate
  }
}
