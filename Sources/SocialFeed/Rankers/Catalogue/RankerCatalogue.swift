/// Rankers that scenarios can name.
///
/// To add one here: a file in this folder's neighbours with a type that conforms to ``Ranker`` (or
/// to ``ScoringRanker``, which needs only a score) and its descriptor, and a line in ``standard``.
/// To add one from another package: the same type there, and `FeedLabCommand.main(rankers: [WarmRanker.descriptor])`
/// for a program with all commands, or `RankerCatalogue.standard.adding([WarmRanker.descriptor])` for whoever loads a
/// scenario.
public struct RankerCatalogue: Sendable {
  /// In the order of reports; the reference rankers of ``standard`` behind its other rankers.
  public let descriptors: [RankerDescriptor]

  /// The rankers that come with FeedLab.
  public static let standard = RankerCatalogue([
    RecencyRanker.descriptor, AffinityRanker.descriptor, BlendedAffinityRanker.descriptor,
    ContestScoreRanker.descriptor, PopularityRanker.descriptor, TrendingRanker.descriptor,
    HotRanker.descriptor, GravityRanker.descriptor, FriendsFirstRanker.descriptor,
    RoundRobinRanker.descriptor, LinearRanker.descriptor, FormulaRanker.descriptor,
    ExternalRanker.descriptor, HostedRanker.command, HostedRanker.library, HostedRanker.url,
    DiversityRanker.descriptor, AuthorDiscountRanker.descriptor, SeenDiscountRanker.descriptor,
    RandomRanker.descriptor, IdealRanker.descriptor,
  ])

  /// The rankers that scenarios of this program can name: those that come with FeedLab, and the program's own.
  @TaskLocal public static var available = RankerCatalogue.standard

  /// A catalogue of these rankers, no name twice.
  public init(_ descriptors: [RankerDescriptor]) {
    for (index, descriptor) in descriptors.enumerated() {
      let isNew = !descriptors[..<index].contains { $0.name == descriptor.name }
      require(isNew, "two rankers of one catalogue have the name \(descriptor.name)")
    }
    self.descriptors = descriptors
  }

  /// A catalogue with further rankers, whose names are new.
  public func adding(_ descriptors: [RankerDescriptor]) -> RankerCatalogue {
    RankerCatalogue(self.descriptors + descriptors)
  }

  /// The ranker of a name, if there is one.
  public subscript(name: String) -> RankerDescriptor? {
    descriptors.first { $0.name == name }
  }
}

extension Surface {
  /// What orders this feed by default.
  public var defaultRanker: RankerSettings {
    switch self {
    case .home: RankerSettings(AffinityRanker.descriptor)
    case .contest: RankerSettings(ContestScoreRanker.descriptor)
    case .friends, .latest, .following, .global: RankerSettings(RecencyRanker.descriptor)
    }
  }
}
