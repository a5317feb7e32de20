internal import Experiments

/// The effects of the candidates on the metrics, in total and by day.
enum EffectsSection {
  static func section(_ context: PageContext) -> PageSection? {
    let forest = ForestFigure.figure(context)
    let series = SeriesFigure.figure(context, card: forest == nil ? "" : "c5")
    var figures = [forest, series].compactMap { $0 }
    guard !figures.isEmpty else { return nil }
    if figures.count == 1 { figures[0].width = "" }
    let isCompared = context.design.baseline != nil
    return PageSection(
      sectionID: "changes", sectionTitle: isCompared ? "Effects" : "Day by day",
      links: [PageLink(anchor: "changes", linkText: isCompared ? "Effects" : "Days")],
      figures: figures)
  }
}
