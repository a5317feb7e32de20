internal import Stochastics

extension NondominatedSorting {
  /// Who is better than whom among some individuals.
  struct Selection {
    let individuals: [Individual]
    private let relation: ((Individual, Individual) -> Bool)?
    /// The objectives one after the other, `width` for each individual: they are compared more often than
    /// all else is done.
    private let objectives: [Double]
    private let width: Int

    /// - Parameter relation: Whether the first of two feasible individuals is better; as `dominates` of
    ///   the objectives when `nil`.
    init(_ individuals: [Individual], _ relation: ((Individual, Individual) -> Bool)?) {
      self.individuals = individuals
      self.relation = relation
      objectives = individuals.flatMap(\.objectives)
      width = individuals[0].objectives.count
    }
  }
}

extension NondominatedSorting.Selection {
  /// Deb's rule: the relation decides between feasible individuals, the violation between others.
  func dominates(_ index: Int, _ other: Int) -> Bool {
    let violations = (individuals[index].violation, individuals[other].violation)
    guard violations == (0, 0) else { return violations.0 < violations.1 }
    return relation.map { $0(individuals[index], individuals[other]) } ?? isLower(index, other)
  }

  /// The rule `dominates` of the objectives, in columns.
  private func isLower(_ index: Int, _ other: Int) -> Bool {
    var isLower = false
    for objective in 0..<width {
      let one = objectives[index * width + objective]
      let two = objectives[other * width + objective]
      if one > two { return false }
      if one < two { isLower = true }
    }
    return isLower
  }

  /// The `count` best ones with their ranks and crowding distances: whole fronts, and of the last one
  /// those that are least crowded, or came first.
  func survivors(_ count: Int) -> [NondominatedSorting.Individual] {
    var survivors: [NondominatedSorting.Individual] = []
    let fronts = nondominatedFronts(count: individuals.count, dominates: dominates)
    for (rank, front) in fronts.enumerated() where survivors.count < count {
      var members = front.map { individuals[$0] }
      let distances = crowdingDistances(of: members.map(\.objectives))
      for index in members.indices {
        members[index].rank = rank
        members[index].crowdingDistance = distances[index]
      }
      members.sort { ($1.crowdingDistance, $0.number) < ($0.crowdingDistance, $1.number) }
      survivors += members.prefix(count - survivors.count).sorted { $0.number < $1.number }
    }
    return survivors
  }
}

extension NondominatedSorting {
  /// Binary tournaments, each individual being in as many as any other: entrants come from one random order
  /// of the population after the other.
  struct Tournaments {
    private let selection: Selection
    private let generation: UInt32
    private let stream: KeyedStream
    private var orderCount: UInt32 = 0
    private var entrants: [Int] = []

    init(_ selection: Selection, _ generation: Int, _ stream: KeyedStream) {
      self.selection = selection
      self.generation = UInt32(generation)
      self.stream = stream
    }

    /// The better one of the next two; where neither dominates, the less crowded one.
    mutating func nextWinner() -> Individual {
      if entrants.isEmpty {
        entrants = stream.shuffledIndices(
          count: selection.individuals.count, generation, orderCount, Variation.ordersOccurrence)
        orderCount += 1
      }
      let (one, other) = (entrants.removeLast(), entrants.removeLast())
      let individuals = (selection.individuals[one], selection.individuals[other])
      if selection.dominates(one, other) { return individuals.0 }
      if selection.dominates(other, one) { return individuals.1 }
      return individuals.0.crowdingDistance >= individuals.1.crowdingDistance
        ? individuals.0 : individuals.1
    }
  }
}
