internal import FeedMetrics
internal import Stochastics

/// Who is in which group of a live test, and until when.
struct GroupAssignment: Sendable {
  private let design: LiveDesign
  private let stream: KeyedStream
  /// Pairs of turns are counted from here, so that the statistics' window begins with a whole one.
  private let origin: Double
  /// The group of each member, where members are divided.
  private var groups: [LiveGroup] = []
  /// The groups of the initial members, where clusters are divided.
  private var initialGroups: [LiveGroup] = []
  /// The group of everybody, where groups take turns.
  private(set) var turn: LiveGroup?
  /// When the turn ends; never without turns.
  private(set) var turnEnd = Double.infinity

  /// What the assignment draws, beside which member or turn it is about.
  private enum Purpose { static let coin: UInt32 = 0, turn: UInt32 = 1, pair: UInt32 = 2 }

  /// At the start of a world.
  init(_ design: LiveDesign, _ stream: KeyedStream, windowStart: Double) {
    self.design = design
    self.stream = stream
    origin = windowStart
    if case .switchback = design { beginTurn(at: 0) }
  }

  /// Whether the initial members are to be divided by their ties.
  var dividesClusters: Bool { design == .clusterSplit }

  /// The group that serves a member at this time.
  func group(of member: Int) -> LiveGroup { turn ?? groups[member] }

  /// Divides the clusters of the initial members, before anybody gets a group.
  ///
  /// The clusters are put in order of size, equal ones by draws, and of each two that follow each other
  /// one goes to either group. The groups differ in size by no more than the largest cluster.
  ///
  /// - Parameter clusters: The number of the cluster of each of these members.
  mutating func divide(_ clusters: [Int]) {
    let count = (clusters.max() ?? -1) + 1
    var sizes = [Int](repeating: 0, count: count)
    for cluster in clusters { sizes[cluster] += 1 }
    let order = (0..<count).map { (-sizes[$0], stream.uniform(UInt32($0), 0, Purpose.pair), $0) }
      .sorted { $0 < $1 }
    var groups = [LiveGroup](repeating: .baseline, count: count)
    for (rank, (_, _, cluster)) in order.enumerated() {
      let isFirst = rank.isMultiple(of: 2)
      let takesFirst = stream.uniform(UInt32(rank / 2), 1, Purpose.pair) < 0.5
      if isFirst == takesFirst { groups[cluster] = .candidate }
    }
    initialGroups = clusters.map { groups[$0] }
  }

  /// Gives the next member a group; where groups take turns members have no group.
  ///
  /// A member who joins later has no ties yet, and is assigned to the group of a randomly drawn initial
  /// member.
  mutating func add(_ key: MemberKey) -> LiveGroup? {
    let uniform = stream.uniform(key.rawValue, 0, Purpose.coin)
    let group: LiveGroup
    switch design {
    case .switchback: return nil
    case .userSplit(let share): group = uniform < share ? .candidate : .baseline
    case .clusterSplit:
      group =
        groups.count < initialGroups.count
        ? initialGroups[groups.count]
        : initialGroups[Int(uniform * Double(initialGroups.count))]
    }
    groups.append(group)
    return group
  }

  /// Begins the turn that `time` lies in.
  mutating func beginTurn(at time: Double) {
    guard case .switchback(let length, _) = design else { return }
    let number = ((time - origin) / length).rounded(.down)
    let pair = (number / 2).rounded(.down)
    let isFirst = number == 2 * pair
    let key = UInt32(bitPattern: Int32(pair))
    let takesFirst = stream.uniform(key, 0, Purpose.turn) < 0.5
    turn = isFirst == takesFirst ? .candidate : .baseline
    turnEnd = origin + (number + 1) * length
  }
}
