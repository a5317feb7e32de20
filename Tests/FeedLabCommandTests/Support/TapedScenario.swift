import Foundation

/// The library of rankers that the package builds beside the program of the tests.
let testLibrary =
  URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  .appending(component: "libTestRankers.so").path()

/// A scenario with an external ranker, which is over in a moment, and its check.
let tapedScenario = tapedScenarioText(library: testLibrary)

func tapedScenarioText(library: String) -> String {
  """
  feedlab: 1
  name: small
  seed: 7
  world: {members: 80, days: 1, warm-up: 0.25}
  arms:
    newest: {home: recency}
    mine:
      home: {ranker: library, path: \(library), parameters: {weight: 3}}
  ab: {baseline: newest, primary: none, replications: 2}
  check:
    arm: mine
    replications: 2
    ranking-overlap: off
    rules: {relevance@10: {level: error, margin: 50%}}

  """
}
