internal import DataFiles
internal import Experiments
public import ReportKit
internal import SocialFeed
internal import Stochastics

extension RankOverlapResults: StudyResults {
  public static let files = StudyFiles(
    "rank_overlap", "a comparison of pages", key: "\"persistence\": ", rows: "overlaps of pages",
    headers: "surface,arm,other,overlap,")

  /// The most and least similar arms, and a table for each surface.
  public var document: Document {
    Document(
      blocks: blocks, table: DataTable(columns, pairs),
      json: .study(
        design,
        [
          "serving": .string(arms[0]), "worlds": JSONValue(design.worlds),
          "depth": JSONValue(RankOverlapStudy.depth),
          "persistence": .number(RankOverlapStudy.persistence),
          "pairs": .array(pairs.map { .object($0, columns) }),
        ]))
  }

  private var blocks: [Block] {
    let surfaces = Surface.allCases.filter { surface in pairs.contains { $0.surface == surface } }
    let setting =
      "\(ExperimentNotes.community(design)), \(arms.count) arms, of which \(arms[0]) serves"
      + " \(ExperimentNotes.worlds(design))"
    var blocks = Block.head(
      mark: "rank_overlap", title: "FeedLab rank-overlap", scenario: design.scenario,
      setting: setting)
    for surface in surfaces {
      let rows = pairs.filter { $0.surface == surface }
      blocks += [
        .heading("On \(surface.description)"), .paragraph(Self.answer(rows)),
        .table(Table(columns, rows)),
      ]
    }
    return blocks + [.paragraph(method)]
  }

  /// The pairs with the largest and the smallest overlap.
  private static func answer(_ rows: [Pair]) -> Sentence {
    let means = rows.compactMap(\.overlap.mean)
    guard let most = means.max(), let least = means.min() else {
      return "No page was served on this surface after warm-up."
    }
    func names(_ mean: Double) -> Sentence {
      .joined(
        rows.filter { $0.overlap.mean == mean }.map {
          "\(strong: $0.arms[0]) and \(strong: $0.arms[1])"
        }, by: ", of ")
    }
    guard most > least else { return "The pages of all arms overlap by \(share(most))." }
    return "The pages of \(names(most)) overlap most (\(share(most))), those of \(names(least))"
      + " least (\(share(least)))."
  }

  private static func share(_ number: Double) -> String { NumberText.fixed(number, decimals: 3) }

  private static func interval(_ interval: ConfidenceInterval?) -> Value {
    .figure(interval.map { "[\(share($0.lower)), \(share($0.upper))]" })
  }

  private var columns: [Column<Pair>] {
    let level = Table.Heading(LevelText.heading(design.level))
    return [
      .text("surface") { $0.surface.description },
      Column(.word("arm"), key: "arm") { .text($0.arms[0]) },
      Column(.word("other"), key: "other") { .text($0.arms[1]) },
      Column(.word("overlap"), key: "overlap", .right) { .number($0.overlap.mean, Self.share) },
      Column(level, .right) { Self.interval($0.overlap.interval) },
      .number("overlap_lower", \.overlap.interval?.lower),
      .number("overlap_upper", \.overlap.interval?.upper),
      Column("tau", key: "tau", .right) { .number($0.tau.mean, Self.share) },
      Column(level, .right) { Self.interval($0.tau.interval) },
      .number("tau_lower", \.tau.interval?.lower), .number("tau_upper", \.tau.interval?.upper),
      Column("pages a world", key: "pages", .right) { pair in
        .number(pair.overlap.support) { NumberText.count(Int($0.rounded())) }
      },
    ]
  }

  private var method: Sentence {
    let parts = [
      "First pages of the same requests after warm-up, of up to \(RankOverlapStudy.depth) posts",
      "overlap is rank-biased with p = \(NumberText.plain(RankOverlapStudy.persistence)), 1 for the same page and"
        + " 0 for no post in common",
      "tau is Kendall's over the posts that both pages have, 1 for the same order and −1 for the opposite",
      "means over worlds with Student's intervals", "seed \(design.seed)",
    ]
    return Sentence(parts.joined(separator: "; ") + ".")
  }
}
