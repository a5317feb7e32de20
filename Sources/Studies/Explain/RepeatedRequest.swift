internal import DataFiles
package import ReportKit
package import Scenarios
package import SocialFeed

/// A request that a ranker failed at, asked again.
package struct RepeatedRequest: Sendable {
  private let saved: SavedRequest
  /// The name of the ranker that received the request again.
  private let ranker: String
  /// Whether it is the ranker that failed.
  private let isSameRanker: Bool
  private let repeated: HostedRanker.RepeatedAnswers
  /// Whether the answers are positions in an order, not scores.
  private let isOrder: Bool
  /// How many posts are shown for people.
  private let limit: Int

  /// Asks a ranker.
  ///
  /// - Parameter limit: How many posts are shown for people, at least 1.
  package init(_ saved: SavedRequest, to asked: SavedRequest.Host, limit: Int) {
    self.saved = saved
    ranker = asked.host.name
    isSameRanker = asked.isSame
    isOrder = asked.host.kind == .order
    repeated = HostedRanker.ask(asked.host, again: saved.request)
    self.limit = limit
  }

  /// Why the ranker fails at the request; `nil` where it does not any more.
  package var failure: RankerFailure? { repeated.failure }
}

extension RepeatedRequest: Documented {
  /// The posts in the order of the first answer, each with its scores and features.
  package var document: Document {
    Document(
      blocks: blocks, table: DataTable(dataColumns, rows),
      json: .object([
        "scenario": .string(saved.scenario), "arm": .string(saved.arm), "run": .string(saved.run),
        "ranker": .string(ranker), "same_ranker": .bool(isSameRanker),
        "failed_with": .string(saved.failure),
        "fails_with": failure.map { .string($0.message) } ?? .null,
        "same_answer": isSameAnswer.map(JSONValue.bool) ?? .null,
        "world": JSONValue(request.world.number), "viewer": JSONValue(request.viewer.index),
        "refresh": JSONValue(Int(request.refresh)), "seconds": .number(request.now),
        "at": .string(InstantForm.text(request.now)),
        "posts": .array(rows.map { .object($0, dataColumns) }),
      ]))
  }

  private var request: FailedRequest { saved.request }

  /// Whether each answer is the one that was saved, as far as both are there; `nil` where none is.
  private var isSameAnswer: Bool? {
    let pairs = Array(zip(repeated.answers, request.answers))
    return pairs.isEmpty ? nil : pairs.allSatisfy { $0 == $1 }
  }

  // MARK: The posts

  private struct Row {
    /// From 1 in the order of the first answer, or of the request where no answer exists.
    let position: Int
    let index: Int
  }

  private var rows: [Row] {
    let posts = request.posts
    var order = Array(posts.indices)
    if let answer = repeated.answers.first {
      // What was left out of an order stands last.
      let keys = answer.map { $0.map { isOrder ? -$0 : $0 } ?? -.infinity }
      order.sort { (keys[$0], posts[$0]) > (keys[$1], posts[$1]) }
    }
    return order.enumerated().map { Row(position: $0 + 1, index: $1) }
  }

  /// The columns of scores: first from the new answers, then the saved ones where they differ.
  private var scores: [(heading: String, key: String, values: [Double?])] {
    let name = isOrder ? "rank" : "score"
    let now = zip([name, "reversed"], zip([name, "\(name)_reversed"], repeated.answers))
    let then = zip(
      ["saved", "saved reversed"],
      zip(["saved_\(name)", "saved_\(name)_reversed"], request.answers))
    let isShown = isSameAnswer == false || repeated.answers.count < request.answers.count
    return (Array(now) + (isShown ? Array(then) : [])).map { ($0, $1.0, $1.1) }
  }

  private var dataColumns: [Column<Row>] {
    [
      .whole("position", \.position), .whole("post") { request.posts[$0.index].index },
      .whole("author") { request.authors[$0.index].index },
      .whole("category") { request.categories[$0.index]?.index },
    ] + scores.map { column in .number(column.key) { column.values[$0.index] } }
      + request.reads.map { feature in
        .number(feature.name) { request.columns[feature]?[$0.index] }
      }
  }

  // MARK: For people

  private var blocks: [Block] {
    Block.head(
      mark: "rank", title: "FeedLab rank", scenario: saved.scenario,
      setting:
        "\(saved.run), viewer \(request.viewer) at \(InstantForm.text(request.now)) in refresh"
        + " \(request.refresh), \(NumberText.counted(request.posts.count, "candidate"))")
      + [.paragraph(.init("Failed with: \(saved.failure).")), .paragraph(.init(finding))]
      + [.table(table)]
      + (rows.count > limit
        ? [
          .paragraph(
            .init("The other \(rows.count - limit) candidates are in --format csv and json."))
        ]
        : [])
  }

  private var noun: String { isOrder ? "ranks" : "scores" }

  private var finding: String {
    let asked =
      isSameRanker
      ? "The same ranker"
      : "Another version of the ranker, '\(ranker)', whose files or settings changed,"
    let result =
      failure.map { "fails again: \($0.message)." }
      ?? (repeated.answers.count == 2
        ? "answers, and gives the candidates in reverse order the same order." : "answers.")
    let comparison = isSameAnswer.map { isSame in
      isSame
        ? " Its \(noun) are those that were saved." : " Its \(noun) are not those that were saved."
    }
    return "\(asked) \(result)\(comparison ?? "")"
  }

  private var table: Table {
    let own: [Column<Row>] = [
      Column("#", .right) { .whole($0.position) },
      Column("post", .right) { .whole(request.posts[$0.index].index) },
      Column("author", .right) { .whole(request.authors[$0.index].index) },
      Column("category", .right) { row in
        request.categories[row.index].map { .whole($0.index) } ?? .missing
      },
    ]
    func column(_ heading: String, _ values: [Double?]) -> Column<Row> {
      Column(.init(heading), .right) { .figure(values[$0.index].map(FeedEntry.number)) }
    }
    let others =
      scores.map { column($0.heading, $0.values) }
      + request.reads.compactMap { feature in
        request.columns[feature].map { column(feature.name, $0) }
      }
    return Table(
      own + others, groups: [Table.Group("", Array(rows.prefix(limit)))],
      folded: others.isEmpty ? nil : own.count...own.count + others.count - 1)
  }
}
