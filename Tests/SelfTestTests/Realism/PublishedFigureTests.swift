import SelfTest
import TestSupport
import Testing

@Suite struct PublishedFigureTests {
  private let figures = PublishedFigures.all

  private func expectation(_ id: String) throws -> ExpectedValue {
    try #require(figures.first { $0.id == id }).expectation(among: figures)
  }

  @Test func `a figure is compared once, or not compared for a reason`() {
    let ids = figures.map(\.id)
    expectEqual(Set(ids).count, ids.count)
    for uncompared in PublishedFigures.uncompared {
      #expect(!uncompared.keys.isEmpty && uncompared.reason.hasSuffix("."), "\(uncompared.keys)")
      for key in uncompared.keys {
        #expect(!ids.contains("\(uncompared.source.id).\(key)"), "\(key)")
      }
    }
  }

  @Test func `every source has figures, and every figure a source of the list`() {
    let used = figures.map(\.source) + PublishedFigures.uncompared.map(\.source)
    expectEqual(Set(used), Set(FigureSource.all))
    expectEqual(Set(FigureSource.all.map(\.id)).count, FigureSource.all.count)
  }

  @Test func `names are short, and notes are sentences without full stop`() {
    for figure in figures {
      #expect(figure.name.count <= 64, "\(figure.name)")
      #expect(figure.note.map { !$0.hasSuffix(".") } ?? true, "\(figure.id)")
      #expect(figure.value.isFinite, "\(figure.id)")
    }
  }

  @Test func `a data set is inside the tolerance of its own figures`() {
    for figure in figures {
      #expect(figure.expectation(among: figures).admits(figure.value, nil), "\(figure.id)")
    }
  }

  @Test func `tolerances follow from the rule`() throws {
    // A quarter of 3.675.
    try expectEqual(expectation("flickr_dresden.batch_size.mean"), .near(3.675, within: 0.91875))
    try expectEqual(expectation("klout.fb.weibull.p"), .near(0.6657, within: 0.1))
    try expectEqual(
      expectation("facebook_live.photo.spearman_react_comm"), .near(0.6284, within: 0.1))
    try expectEqual(expectation("kuairand.hour_share"), .atMost(0.05))
    try expectEqual(expectation("model.B6"), .near(0.361, within: 0.015))
    try expectEqual(expectation("model.G1"), .between(2, 2.8))
    // A quarter of a share of 0.026 is less than 0.02.
    try expectEqual(
      expectation("stackexchange_quantum.likes_per_post.zero_share"), .near(0.026316, within: 0.02))
  }

  /// Shares of photos without a like: 0.793 and 0.007; sites of questions are of another kind.
  @Test func `two data sets of a kind are inside each other's tolerance`() throws {
    let flickr = try expectation("flickr_dresden.faves.zero_share")
    let pages = try expectation("facebook_live.photo.reactions.zero_share")
    expectEqual(flickr, .near(0.793119, within: 0.793119 - 0.007049))
    expectEqual(pages, .near(0.007049, within: 0.793119 - 0.007049))
  }
}
