internal import Calibration
internal import DataFiles
internal import Reports
internal import Scenarios
internal import SocialFeed

extension Reader {
  func readScenario(_ input: [UInt8]) -> Bool {
    (try? Scenario.parse(input, file: "scenario.yml")) != nil
  }

  func readFormula(_ input: [UInt8]) -> Bool {
    let text = String(decoding: input, as: UTF8.self)
    return (try? ScoreFormula(text, weights: ["w": 2])) != nil
  }

  func readEdges(_ input: [UInt8], in folder: String) -> Bool {
    writeFile(input, to: "\(folder)/edges.csv")
    return isAccepted("world: {graph: {edges: edges.csv}}", in: folder)
      || isAccepted("world: {graph: {edges: edges.csv, from: a, to: b}}", in: folder)
  }

  func readHours(_ input: [UInt8], in folder: String) -> Bool {
    writeFile(input, to: "\(folder)/hours.csv")
    return isAccepted(
      "behaviour: {sessions: {hours: {file: hours.csv, column: share}}}", in: folder)
  }

  func readScores(_ input: [UInt8], in folder: String) -> Bool {
    writeFile(input, to: "\(folder)/scores.csv")
    return isAccepted("arms: {a: {home: {ranker: external, scores: scores.csv}}}", in: folder)
      || isAccepted(
        "arms: {a: {home: {ranker: external, scores: scores.csv, missing: 0}}}", in: folder)
  }

  /// Whether a scenario has no fault, with the files of a folder.
  private func isAccepted(_ line: String, in folder: String) -> Bool {
    let arms = line.hasPrefix("arms") ? "" : "arms: {a: {home: recency}}\n"
    let text = "feedlab: 1\n\(arms)\(line)\n"
    return (try? Scenario.parse(Array(text.utf8), file: "\(folder)/scenario.yml")) != nil
  }

  func readMapping(_ input: [UInt8]) -> Bool {
    (try? LogMapping.parse(input, file: "mapping.yml")) != nil
  }

  func readLog(_ input: [UInt8], in folder: String) -> Bool {
    let folder = emptyFolder("\(folder)/log")
    FileBundle(input).write(to: folder)
    do throws(InvalidLogs) {
      let mapping = try LogMapping.load(file: "\(folder)/mapping.yml")
      let tallies = try LogReader.read(mapping)
      let society = FittedSociety(tallies, of: mapping)
      let real = RealCommunity(tallies)
      _ =
        CalibratedScenario(
          society, ranker: "recency",
          realism: real.isKnown ? .init(mapping: "m.yml", hasUniform: real.hasUniformOrder) : nil
        ).text
      return true
    } catch {
      _ = error.description
      return false
    }
  }
}
