internal import PortableMath

/// The best of several systems, by their means in common worlds, with a guarantee: a system that leads
/// by δ or more is chosen with probability 1 − α or more.
///
/// All systems run in *n*₀ worlds, which give the variances *S*²ᵢₗ of the differences. Then, with
/// η = ½[(2α/(*k* − 1))^(−2/(*n*₀ − 1)) − 1] and *h*² = 2η(*n*₀ − 1), each round of one more world
/// drops system *i* when *x̄*ᵢ < *x̄*ₗ − max(0, (δ/2*r*)(*h*²*S*²ᵢₗ/δ² − *r*)) for a system *l* that
/// was still there, *r* being the worlds so far. It ends when one is left; once *r* exceeds every
/// *h*²*S*²ᵢₗ/δ² that is the one of the greatest mean, or several that are equal to the last bit.
/// Common random numbers make the *S*² small, and with them the number of worlds.
///
/// A value knows nothing of randomness or time: worlds are given one after the other.
///
/// Source: Kim & Nelson, *ACM Transactions on Modeling and Computer Simulation* 11(3), 2001.
public struct KimNelson: Sendable, Hashable {
  /// A system that was dropped.
  public struct Elimination: Sendable, Hashable {
    public let system: Int
    /// The system that was ahead by the most at that moment.
    public let leader: Int
    /// Worlds simulated by then.
    public let worlds: Int

    public init(system: Int, leader: Int, worlds: Int) {
      self.system = system
      self.leader = leader
      self.worlds = worlds
    }
  }

  /// *k*.
  public let systems: Int
  /// *n*₀.
  public let firstStage: Int
  /// δ, the smallest lead that matters.
  public let indifference: Double
  /// α, of a wrong choice.
  public let risk: Double
  /// Worlds so far.
  public private(set) var worlds = 0
  /// Systems that have not been dropped, ascending.
  public private(set) var alive: [Int]
  /// In the order of dropping.
  public private(set) var eliminations: [Elimination] = []
  /// Of the worlds in which a system ran.
  private var summaries: [Summary]
  /// Those of the differences between systems *i* < *l* in the first stage, row by row.
  private var differences: [Summary]

  /// - Parameters:
  ///   - systems: At least 1.
  ///   - firstStage: *n*₀, at least 2; 10 or more keep the number of worlds low.
  ///   - indifference: δ, above 0.
  ///   - risk: α, above 0 and below 1 − 1/*k*.
  public init(systems: Int, firstStage: Int = 10, indifference: Double, risk: Double) {
    precondition(systems >= 1, "\(systems) systems")
    precondition(firstStage >= 2, "a first stage of \(firstStage) worlds")
    precondition(indifference > 0 && indifference.isFinite, "an indifference of \(indifference)")
    precondition(
      risk > 0 && (systems == 1 || risk < 1 - 1 / Double(systems)), "a risk of \(risk)")
    self.systems = systems
    self.firstStage = firstStage
    self.indifference = indifference
    self.risk = risk
    alive = Array(0..<systems)
    summaries = Array(repeating: Summary(), count: systems)
    differences = Array(repeating: Summary(), count: systems * systems)
  }

  /// Takes the next world.
  ///
  /// - Parameters:
  ///   - values: One for each system, more is better; those of systems that are still
  ///   ``alive`` finite, those of dropped systems not read.
  ///   - leaders: The systems that may drop others, all when `nil`: those that keep the constraints
  ///     that a choice is under, since a lead of what may break them is none. The guarantee stays, for fewer
  ///     comparisons are made. Source: Andradóttir & Kim, *Naval Research Logistics* 57(5), 2010.
  public mutating func observe(_ values: [Double], leaders: [Int]? = nil) {
    precondition(values.count == systems, "\(values.count) values for \(systems) systems")
    for system in alive {
      precondition(values[system].isFinite, "the value of system \(system) is \(values[system])")
      summaries[system].add(values[system])
    }
    worlds += 1
    if worlds <= firstStage { addDifferences(values) }
    if worlds >= firstStage { screen(leaders) }
  }

  /// Takes systems out that may not be chosen whatever their means.
  ///
  /// The guarantee stays: for those that are left there are fewer rivals than it allows for.
  ///
  /// - Parameter excluded: Not all that are ``alive``.
  public mutating func exclude(_ excluded: [Int]) {
    let remaining = alive.filter { !excluded.contains($0) }
    precondition(!remaining.isEmpty, "no system is left without \(excluded)")
    alive = remaining
  }

  /// The mean of a system over the worlds in which it ran; `nil` before the first.
  public func mean(of system: Int) -> Double? {
    summaries[system].count > 0 ? summaries[system].mean : nil
  }

  /// Whether more worlds cannot change the choice.
  public var isFinished: Bool {
    alive.count == 1 || (worlds >= firstStage && alive.allSatisfy { reach(of: $0) == 0 })
  }

  /// The systems of the greatest mean among those alive once it is finished: one, or several that
  /// cannot be distinguished; empty before.
  public var best: [Int] {
    guard isFinished else { return [] }
    guard worlds > 0, let most = alive.map({ summaries[$0].mean }).max() else { return alive }
    return alive.filter { summaries[$0].mean == most }
  }

  /// After how many worlds it ends at the latest, as far as the first stage shows; `nil` before, and
  /// when they are more than 10⁹.
  public var mostWorlds: Int? {
    if alive.count == 1 { return worlds }
    guard worlds >= firstStage else { return nil }
    let most = alive.flatMap { i in alive.map { horizon(i, $0) } }.max() ?? 0
    return most < 1e9 ? max(firstStage, Int(most.rounded(.up))) : nil
  }
}

extension KimNelson {
  private mutating func addDifferences(_ values: [Double]) {
    for i in 0..<systems {
      for l in (i + 1)..<max(systems, i + 1) {
        differences[i * systems + l].add(difference(values[i], values[l]))
      }
    }
  }

  private mutating func screen(_ leaders: [Int]?) {
    let contenders = alive
    let ahead = contenders.filter { leaders?.contains($0) ?? true }
    for system in contenders {
      guard let leader = leader(over: system, among: ahead) else { continue }
      alive.removeAll { $0 == system }
      eliminations.append(Elimination(system: system, leader: leader, worlds: worlds))
    }
  }

  /// The system that is ahead by the most of those that are far enough ahead to drop a system.
  private func leader(over system: Int, among contenders: [Int]) -> Int? {
    let mean = summaries[system].mean
    return
      contenders
      .filter { $0 != system && summaries[$0].mean - mean > reach(system, $0) }
      .max { summaries[$0].mean < summaries[$1].mean }
  }

  /// The lead that drops one of two systems now: max(0, (δ/2r)(h²S²/δ² − r)).
  private func reach(_ i: Int, _ l: Int) -> Double {
    let r = Double(worlds)
    return max(0, indifference / (2 * r) * (horizon(i, l) - r))
  }

  private func reach(of system: Int) -> Double {
    alive.map { $0 == system ? 0 : reach(system, $0) }.max() ?? 0
  }

  /// h²S²/δ², the number of worlds from which on any lead drops the other.
  private func horizon(_ i: Int, _ l: Int) -> Double {
    guard i != l else { return 0 }
    let variance = differences[min(i, l) * systems + max(i, l)].variance ?? 0
    let degrees = Double(firstStage - 1)
    let share = 2 * risk / Double(systems - 1)
    let eta = (Portable.pow(share, -2 / degrees) - 1) / 2
    return 2 * eta * degrees * variance / (indifference * indifference)
  }
}
