internal import DataFiles
internal import PageResources
internal import ReportKit
internal import Stochastics
internal import Studies

/// How the search came along: the gain of the best so far, and what is left of it in fresh worlds.
enum TuningCourseFigure {
  /// Points that are drawn at most.
  private static let mostPoints = 200

  static func figure(_ matter: TuningMatter) -> PageFigure? {
    let course = matter.results.course.filter { $0.gain != nil }
    guard course.count > 1 else { return nil }
    let step = max(1, (course.count + mostPoints - 1) / mostPoints)
    let drawn = course.indices.filter { $0.isMultiple(of: step) || $0 == course.count - 1 }
    var rows = ChartRows([
      "worlds", "gain", "lo", "hi", "stage", "trial", "label", "limits", "note",
    ])
    for place in drawn {
      let point = course[place]
      rows.append([
        .number(Double(point.worlds)), ChartRows.number(point.gain), ChartRows.number(point.gain),
        ChartRows.number(point.gain),
        .string(point.stage.rawValue), .number(Double(point.trial)),
        .string(text(point.gain!, matter)),
        .string(point.isFeasible ? "kept by estimate" : "not kept by estimate"), .string(""),
      ])
    }
    if let gain = matter.results.validatedGain { rows.append(confirmed(gain, matter)) }
    return PageFigure(
      figureID: "tuning-course", width: "c7", figureTitle: title(matter, course),
      subtitle:
        "Gain of the best trial so far in \(matter.measures[0].name), in the search's own worlds,"
        + " which flatter it."
        + (matter.results.validatedGain == nil ? "" : " Diamond: in fresh worlds."),
      description: "Step line of the best gain by worlds. \(title(matter, course)).",
      figureTable: PageTable(
        "The best so far",
        columns: ["Stage", "Worlds#", "Trial#", "Gain#", "Limits"],
        rows: turns(course).map { point in
          [
            point.stage.rawValue, NumberText.count(point.worlds), "\(point.trial)",
            text(point.gain!, matter),
            point.isFeasible ? "kept by estimate" : "not kept by estimate",
          ]
        }),
      spec: ChartSpec(.tuningCourse, arms: []),
      data: [("course", rows)])
  }

  /// Where another trial became the best, and the end.
  private static func turns(_ course: [TuningResults.Course]) -> [TuningResults.Course] {
    course.indices.filter {
      $0 == 0 || $0 == course.count - 1 || course[$0].trial != course[$0 - 1].trial
    }.map { course[$0] }
  }

  /// The gain that is left in fresh worlds, at the end of the search.
  private static func confirmed(_ gain: PairedDifference, _ matter: TuningMatter) -> [JSONValue] {
    let kept = matter.results.limits.allSatisfy { $0.verdict == .kept }
    return [
      .number(Double(matter.results.trainingWorlds)), ChartRows.number(gain.mean),
      ChartRows.number(gain.interval?.lower ?? gain.mean),
      ChartRows.number(gain.interval?.upper ?? gain.mean), .string("fresh worlds"),
      .number(Double(matter.results.shown)), .string(text(gain.mean, matter)),
      .string(kept ? "kept" : "not surely kept"), .string("fresh worlds"),
    ]
  }

  private static func text(_ gain: Double, _ matter: TuningMatter) -> String {
    matter.measures[0].text(gain)
  }

  private static func title(_ matter: TuningMatter, _ course: [TuningResults.Course]) -> String {
    let last = course[course.count - 1]
    guard last.trial != 0 else { return "The search found nothing better than the present values" }
    let first = course.first { $0.trial == last.trial } ?? last
    return "The best trial came after \(NumberText.count(first.worlds)) of"
      + " \(NumberText.count(matter.results.trainingWorlds)) worlds of the search"
  }
}
