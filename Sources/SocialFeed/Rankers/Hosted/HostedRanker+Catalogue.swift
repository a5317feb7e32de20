extension HostedRanker {
  /// A ranker that is another program.
  public static let command = RankerDescriptor(
    name: "command",
    summary: "By the scores of another program, in any language, which FeedLab starts.",
    order: order("the program"), parameters: [.pool],
    host: { HostedRanker($1, world: $2, pool: Int($0[0])) })

  /// A ranker in a shared library.
  public static let library = RankerDescriptor(
    name: "library", summary: "By the scores of a function in a shared library.",
    order: order("the library"), parameters: [.pool],
    host: { HostedRanker($1, world: $2, pool: Int($0[0])) })

  private static func order(_ asked: String) -> String {
    "the score that \(asked) gives, rounded to 24 significant bits, descending; then id, descending"
  }
}
