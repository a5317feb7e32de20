/// A property that divides the looks of a run: each look is at one level of each.
public enum LookDimension: String, Sendable, Hashable, Codable, CaseIterable {
  case surface
  /// How often the viewer had looked at the post before.
  case look
  case surfaceAndLook = "surface-look"
  case position
  case day
  /// How often the viewer uses the app: thirds of the members, by the sessions expected a day.
  case activity
  /// For how long the viewer had been a member.
  case tenure
  /// How many categories the viewer cares about: thirds of the members, by the entropy of their interests.
  case breadth
  /// The group of the post's author.
  case creators
  case category

  /// The name of the dimension in a heading.
  public var title: String {
    switch self {
    case .surface: "surface"
    case .look: "first or repeated look"
    case .surfaceAndLook: "surface and look"
    case .position: "position"
    case .day: "simulated day from 0"
    case .activity: "viewer's activity"
    case .tenure: "viewer's time as a member"
    case .breadth: "breadth of the viewer's taste"
    case .creators: "creator's group"
    case .category: "category"
    }
  }

  /// How its levels are formed.
  public var summary: String {
    switch self {
    case .surface: "The surface on which the post was shown."
    case .look:
      "How often the viewer had looked at the post before, on any surface, the warm-up included."
    case .surfaceAndLook: "The two together."
    case .position: "The position in the slate, from 1."
    case .day: "The simulated day of the page."
    case .activity:
      """
      Thirds of the members at the start, by the sessions that they are expected to have a day, before anything that \
      they see moves them; those who join later are put into the same classes. Unknown in a trace.
      """
    case .tenure: "The time since the viewer joined, when the page was served."
    case .breadth:
      """
      Thirds of the members at the start, by the entropy of their latent interests when they joined; those who \
      join later are put into the same classes.
      """
    case .creators: "The group of the scenario to which the author belongs."
    case .category: "The category of the post, by number."
    }
  }
}

/// What is added up over the looks of a level.
public enum LookSum: Int, Sendable, Hashable, CaseIterable {
  /// Examined impressions of others' posts in the window.
  case looks
  /// Those among them that led to a like, a comment, a save or a vote.
  case engaged
  /// Interactions that they led to.
  case opens, likes, unlikes, comments, saves, votes
  /// Latent relevance.
  case relevance
}
