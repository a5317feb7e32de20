public import Scenarios

/// How many worlds an experiment lives through, and when it ends.
///
/// An experiment that stops as soon as its results please is wrong more often than it says: with intervals of
/// 95 % and a look after every world, one A/A experiment in four ends with a difference. Each plan but
/// the first therefore has intervals of its own, which hold at whatever look it ends.
public enum WorldPlan: Sendable, Hashable, Codable {
  /// So many, whatever they show; Student's intervals.
  case fixed(Int)
  /// Looks at `first` worlds, twice as many and so on, the last at `most`, until all that is asked is
  /// decided; Student's intervals at the level of the look: ``Looks``.
  case looks(first: Int, most: Int)
  /// A look after `first` worlds and after every ``WorldPlan/stride`` more, until all that is asked is decided;
  /// always-valid intervals.
  case open(first: Int, most: Int)
  /// As many as make the interval of a metric's difference no wider than asked: Stein's two stages, whose
  /// intervals all metrics have.
  case precise(HalfWidth)

  public init(_ replications: Scenario.Replications) {
    self =
      switch replications {
      case .fixed(let worlds): .fixed(worlds)
      case .looks(let first, let most): .looks(first: first, most: most)
      }
  }

  /// Whether what the worlds show decides how many there are: tests that know nothing of the plan, as
  /// ``FurtherTests``, are then not what they are for a fixed number.
  public var isEndedByResults: Bool { firstLook < most }

  /// Worlds between the looks of an open plan.
  public static let stride = 4

  /// How narrow an interval is to be.
  public struct HalfWidth: Sendable, Hashable, Codable {
    /// The metric's id.
    public var metric: String
    /// In the metric's unit; greater than 0.
    public var size: Double
    /// Worlds of the first stage, from which the spread is estimated; at least 2.
    public var first: Int
    /// Worlds at most.
    public var most: Int

    public init(metric: String, size: Double, first: Int, most: Int) {
      precondition(size > 0, "a half-width of \(size)")
      precondition(first >= 2 && most >= first, "\(first) to \(most) worlds")
      self.metric = metric
      self.size = size
      self.first = first
      self.most = most
    }
  }

  /// The worlds after which the experiment looks at its results for the first time.
  public var firstLook: Int {
    switch self {
    case .fixed(let worlds): worlds
    case .looks(let first, _), .open(let first, _): first
    case .precise(let goal): goal.first
    }
  }

  /// How many worlds there are, where their results do not decide that.
  public var fixedWorlds: Int? { if case .fixed(let worlds) = self { worlds } else { nil } }

  /// The largest number of worlds that it may live through.
  public var most: Int {
    switch self {
    case .fixed(let worlds): worlds
    case .looks(_, let most), .open(_, let most): most
    case .precise(let goal): goal.most
    }
  }
}

/// Why an experiment ended when it did.
public enum Ending: Sendable, Hashable, Codable {
  /// It had as many worlds as it was to have.
  case planned
  /// All that is asked was decided, at this look of so many, from 1; an open plan has no last look.
  case decided(look: Int, of: Int?)
  /// The last look left something undecided.
  case exhausted
  /// The interval is as narrow as asked.
  case precise
  /// It is not, for want of worlds: so many would be needed.
  case imprecise(needed: Int)
  /// It was to go on, and was ended.
  case interrupted
}
