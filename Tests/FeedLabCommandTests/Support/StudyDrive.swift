import Testing

/// How a study is called, and the forms that its results have. What all studies have in common is tested with all of them.
struct StudyDrive: CustomTestStringConvertible {
  /// The words of the call.
  let call: String
  /// The name of its files without the endings.
  let files: String
  /// How the text, the JSON and the table begin.
  let text: String
  let json: String
  let table: String
  /// What is said before it begins.
  var budget = ""
  var scenario = smallScenario
  /// Whether finished runs are saved beside the files.
  var keepsRuns = true

  var arguments: [String] { call.split(separator: " ").map(String.init) }
  /// The command's name.
  var name: String { arguments[0] }
  var testDescription: String { files }

  static let all = [
    StudyDrive(
      call: "power small.yml --metric relevance@10 -n 3 --candidate affinity --effect 1%",
      files: "power",
      text: "small: 80 members", json: "alpha\": 0.05",
      table: "candidate,metric,pairing,"),
    StudyDrive(
      call: "select small.yml --metric relevance@10 --delta 0.05 -n 2..4", files: "select",
      text: "small: 80 members, 1 day (0.25 warm-up), 3 arms in up to 4 parallel worlds\n\n",
      json: "alpha\": 0.05", table: "arm,metric,worlds,"),
    StudyDrive(
      call:
        "sensitivity small.yml --of behaviour --candidate affinity --trajectories 2 --parameters examination.eta",
      files: "sensitivity",
      text: "small: 80 members, 1 day (0.25 warm-up), 2 arms in 2 parallel",
      json: "baseline\": \"newest\"", table: "candidate,metric,societies,",
      budget: "feedlab: 1 parameter, 2 trajectories: 4 communities x 2 worlds x 2 arms = 16 runs\n"),
    StudyDrive(
      call: "sensitivity small.yml --candidate affinity -n 2", files: "societies",
      text:
        "small: 24 members, 1 day (0.25 warm-up), 2 arms in it and in 16 other communities",
      json: "baseline\": \"newest\"", table: "society,candidate,metric,worlds,",
      budget: "feedlab: 17 communities: 34 worlds x 2 arms = 68 runs\n",
      scenario: smallScenarioText(members: 24)),
    StudyDrive(
      call: "sensitivity small.yml --of weights --trajectories 2 -n 2 --metric engagement_rate",
      files: "weights",
      text:
        "small: 80 members, 1 day (0.25 warm-up), 2 tuned numbers of arm affinity at 8 points, 2",
      json: "arm\": \"affinity\"", table: "metric,parameter,value,",
      // 2 × (2 + 1) points, the scenario's own and that of the halved weights.
      budget: "feedlab: 2 numbers of 'affinity', 2 trajectories: 8 points x 2 worlds = 16 runs\n",
      scenario: tunedScenario),
    StudyDrive(
      call: "rank-overlap small.yml -n 2", files: "rank_overlap",
      text: "small: 80 members, 1 day (0.25 warm-up), 3 arms, of which newest serves 2 parallel",
      json: "depth\": 20", table: "surface,arm,other,", keepsRuns: false),
  ]
}

/// The small scenario with two numbers of an arm that can be tuned.
let tunedScenario = smallScenario.replacing(
  "affinity: {home: affinity}",
  with: """
    affinity:
        home:
          ranker: affinity
          weights: {view: {value: 1, tune: [0, 10]}, like: {value: 3, tune: [0, 10]}}
    """)
