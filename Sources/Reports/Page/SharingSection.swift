internal import FeedMetrics

/// The distribution of exposure among authors, and the age of shown posts.
enum SharingSection {
  static func section(_ context: PageContext) -> PageSection? {
    var figures = [SharesFigure.figure(context), AgeFigure.figure(context)].compactMap { $0 }
    guard !figures.isEmpty else { return nil }
    if figures.count == 1 { figures[0].width = "" }
    return PageSection(
      sectionID: "sharing", sectionTitle: "Fairness and freshness",
      links: figures.map {
        $0.figureID == "shares"
          ? PageLink(anchor: "fair", linkText: "Fairness")
          : PageLink(anchor: "fresh", linkText: "Freshness")
      },
      figures: figures)
  }

  /// The drawn arms that have the curve.
  static func curves(
    _ context: PageContext, _ curve: (RunCurves) -> [Double]
  ) -> [(name: String, slot: Int)] {
    context.arms.drawn.filter { arm in context.curves[arm.name].map { !curve($0).isEmpty } == true }
  }

  /// The arm that a title describes.
  static func subject(_ context: PageContext, _ arms: [(name: String, slot: Int)]) -> String {
    arms.first { $0.name == context.best }?.name ?? arms[0].name
  }

  /// A title for each drawn arm; the subject's is shown until another one is highlighted.
  static func stories(
    _ context: PageContext, _ subject: String, _ title: (String) -> String
  ) -> [PageStory] {
    let others = context.arms.drawn.map(\.name).filter { name in
      name != subject && context.curves[name] != nil
    }
    return [
      PageStory(
        storyText: title(subject), storyArms: "- \(context.arms.index(of: subject) ?? 0)")
    ]
      + others.map { name in
        PageStory(
          storyText: title(name), storyArms: "\(context.arms.index(of: name) ?? 0)", isOther: true)
      }
  }
}
