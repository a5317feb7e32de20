internal import ArgumentParser
internal import DataFiles
internal import RankerStarter
internal import ReportKit

/// A commented file to start from, and the commands that come next.
///
/// All files are valid: tests validate and run each. Adding one is a case here and its text.
struct StarterFile {
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case compare, tune, gate, calibrate, ranker

    /// The file that is written where the command line names none.
    var defaultPath: String {
      switch self {
      case .compare: "feed.yml"
      case .tune: "tune.yml"
      case .gate: "gate.yml"
      case .calibrate: "mapping.yml"
      case .ranker: "mine.yml"
      }
    }
  }

  /// The kinds of external rankers that a gate can be of, by the names that scenarios have for them.
  enum ExternalRanker: String, ExpressibleByArgument, CaseIterable {
    case command, url, library
  }

  /// The name of the JSON Schema that editors find beside a scenario.
  private static let schema = ResultFile.scenarioSchema.name

  let kind: Kind
  let path: String
  /// The external ranker of a gate; `nil` for one that FeedLab has.
  var ranker: ExternalRanker?

  /// All files that could be written to a path.
  static func all(at path: String) -> [StarterFile] {
    Kind.allCases.map { StarterFile(kind: $0, path: path) }
      + ExternalRanker.allCases.map { StarterFile(kind: .gate, path: path, ranker: $0) }
  }

  /// Whether it is a scenario, which has a JSON Schema, and no mapping of logs.
  var isScenario: Bool { kind != .calibrate }

  /// The files beside it, which it names, with their texts.
  var others: [(file: ResultFile, text: String)] {
    guard kind == .ranker || ranker == .command else { return [] }
    return [
      (.rankerScript(RankerStarter.script), RankerStarter.script),
      (.rankerModule, RankerStarter.module),
    ]
  }

  /// The file's name without its folder and ending, as a scenario's name.
  private var name: String {
    let file = path.split(separator: "/").last ?? ""
    return KebabName.nearest(to: String(file.prefix { $0 != "." }))
  }

  /// The folder of the file: empty, or with a slash at its end.
  private var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// The fitted scenario of a calibration, beside its mapping.
  private var community: String { folder + "community.yml" }

  /// What has to be done before the next commands, as a sentence that may be empty.
  var need: String {
    switch ranker {
    case nil, .command: ""
    case .url: " Start your service at http://127.0.0.1:8000."
    case .library: " Put your library, libmine.so, beside them."
    }
  }

  /// The commands to run next.
  var next: [String] {
    switch kind {
    case .compare: [ProgramName.command(["ab", path])]
    case .tune: [ProgramName.command(["tune", path, "--dry-run"])]
    case .ranker:
      [
        "python3 \(ShellText.quoted(folder + "mine.py")) --check",
        ProgramName.command(["ab", path]),
      ]
    case .gate:
      [["baseline", "record", path], ["check", path, "--fail-on", "any"]].map(ProgramName.command)
    case .calibrate:
      [["calibrate", "--mapping", path, "--out", community], ["run", community]]
        .map(ProgramName.command)
    }
  }

  /// The next commands as comments.
  private var nextLines: String { next.map { "#   \($0)" }.joined(separator: "\n") }

  var text: String {
    switch kind {
    case .compare: compare
    case .tune: tune
    case .gate: gate
    case .calibrate: calibrate
    case .ranker: rankerInPython
    }
  }

  /// - Parameter purpose: A sentence about the scenario, as comment lines.
  private func head(
    _ purpose: String, members: Int, days: Int = 7, warmUp: Int = 2
  ) -> String {
    """
    # yaml-language-server: $schema=\(Self.schema)
    #
    \(purpose)
    \(nextLines)
    # 'feedlab describe scenario' documents every key; an editor with a YAML language server completes them.
    feedlab: 1             # version of this format
    name: \(name)
    seed: 20261121         # the same seed simulates the same people

    world:
      members: \(members)
      days: \(days)
      warm-up: \(warmUp)           # days that are excluded from the statistics

    """
  }

  private var compare: String {
    head(
      """
      # Compares two orders of the home feed in parallel worlds with the same people. Replace the arms by your
      # rankers, then run:
      """, members: 500) + """

        # An arm names a ranker for each feed; a feed without one keeps its default order.
        # 'feedlab describe rankers' lists the rankers.
        arms:
          newest:   {home: recency}
          affinity: {home: affinity}
          # A formula is a ranker too; 'feedlab describe rankers formula' lists what it can name.
          # Add hot to ab.candidates to compare it.
          hot:
            home:
              ranker: formula
              score: "(1 + likes) / (2 + age_hours) ^ gravity"
              weights: {gravity: 1.5}

        # The smallest effects that matter. 'feedlab describe metrics' lists the metrics.
        metrics:
          engagement_per_member_day(surface=home): {margin: 1%}
          creator_exposure_gini:                   {margin: 0.01}
          intra_list_diversity@10:                 {margin: 0.01}

        ab:
          baseline: newest
          candidates: [affinity]
          primary: engagement_per_member_day(surface=home)   # must improve for a candidate to be shipped
          guardrails: [creator_exposure_gini, intra_list_diversity@10]   # must not get worse by more than the margin
          replications: auto   # 8 to 64 worlds, until primary and guardrails are decided

        """
  }

  private var tune: String {
    head(
      """
      # Searches for better weights of a ranker within a limit, and measures the gain in fresh worlds. Without
      # --dry-run, --in-place writes the better values into this file:
      """, members: 150) + """

        # Numbers with a range may vary.
        arms:
          newest: {home: recency}
          blend:
            home:
              ranker: linear
              weights:
                age_hours:      {value: -0.1, tune: [-1, 0]}
                likes:          {value: 0.5, tune: [0, 2]}
                comments: 0
                is_friend: 0
                is_followee:    {value: 0.5, tune: [0, 5]}
                affinity_share: {value: 1, tune: [0, 20]}

        # The smallest effects that matter. 'feedlab describe metrics' lists the metrics.
        metrics:
          engagement_rate:       {margin: 1%}
          creator_exposure_gini: {margin: 0.01}

        tune:
          arm: blend
          maximize: engagement_rate
          subject-to: ["creator_exposure_gini <= baseline + 0.02"]
          budget: 400            # worlds that the search may simulate
          validate: 16           # fresh worlds for each finalist

        """
  }

  private var gate: String {
    head(
      """
      # Fails a build when a ranker gets worse than its committed baseline by more than a margin. Record the
      # baseline once and commit it with this file. Unchanged code is identical in every world:
      """, members: 400, days: 4, warmUp: 1) + """
        # Without --fail-on any only a regression fails, with exit code 2; --prove shows that the gate can fail. CI
        # systems display --report junit=reports/check.xml or --report sarif=reports/check.sarif. In a GitHub
        # workflow the check annotates this file without an option.

        \(gateArm)
        # The largest losses that do not matter. 'feedlab describe metrics' lists the metrics.
        metrics:
          engagement_rate:         {margin: 5%}
          fresh_exposure_share:    {margin: 0.05}
          creator_exposure_gini:   {margin: 0.03}
          sessions_per_member_day: {margin: 5%}

        check:
          arm: ours
          replications: 8..128   # worlds, until each rule is decided
          rules:
            engagement_rate:         error   # fails the build; 'warning' is only reported
            fresh_exposure_share:    error
            creator_exposure_gini:   {level: error, max: 0.95}
            sessions_per_member_day: error   # a volume: rates do not show an emptier feed

        """
  }

  /// The ranker of a gate, as an arm with an empty line below.
  private var gateArm: String {
    let (comment, keys) =
      switch ranker {
      case nil:
        (
          "The ranker that your service runs, as an arm.",
          """
          ranker: formula
                score: "(1 + likes) / (2 + age_hours) ^ gravity"
                weights: {gravity: 1.5}
          """
        )
      case .command:
        (
          "Your ranker, which is a program: replace mine.py and the keys. FeedLab starts it in this folder.",
          """
          ranker: command
                command: [python3, mine.py]
                # Further files that its scores depend on: files: [model.txt]
                # With NumPy, leave this line out: binary messages are many times as fast.
                encoding: json
          \(Self.columns("program"))
          """
        )
      case .url:
        (
          "Your ranker, which is a service: replace the url and the keys. It has to run already.",
          """
          ranker: url
                url: "http://127.0.0.1:8000/rank"
                # Write {port} instead of 8000, and FeedLab starts the service from this folder:
                # start: [python3, service.py, "{port}"]
          \(Self.columns("service"))
                version: 1                  # raise it when the service changes
          """
        )
      case .library:
        (
          "Your ranker, which is a shared library: replace the path and the parameters.",
          """
          ranker: library
                path: libmine.so
                parameters: {fade: 12}   # numbers that the library gets
          """
        )
      }
    let reference = ranker.map { "\n# 'feedlab describe rankers \($0.rawValue)' lists the keys." }
    return """
      # \(comment)\(reference ?? "")
      arms:
        ours:
          home:
            \(keys)

      """
  }

  /// The keys of a command and of a url that say what it gets.
  private static func columns(_ receiver: String) -> String {
    """
          reads: [likes, age_hours]   # the columns that the \(receiver) gets
          parameters: {fade: 12}      # numbers that the \(receiver) gets
    """
  }

  private var rankerInPython: String {
    head(
      """
      # Compares a ranker in Python with the newest first. The function is in mine.py; look at its scores, then run:
      """, members: 300) + """

        arms:
          newest: {home: recency}
          mine:
            home:
              ranker: command
              command: [python3, mine.py]
              # The columns that the function gets: 'feedlab describe rankers command' lists them.
              reads: [likes, age_hours]
              # Numbers that the function gets.
              parameters: {fade: 12}
              # With NumPy, leave this line out: binary messages are many times as fast.
              encoding: json

        # The smallest effects that matter. 'feedlab describe metrics' lists the metrics.
        metrics:
          engagement_rate: {margin: 1%}
          relevance@10:    {margin: 1%}

        ab:
          baseline: newest
          primary: relevance@10
          replications: 4

        """
  }

  private var calibrate: String {
    """
    # A mapping: which files of your logs hold what. It fits a community to them:
    \(nextLines)
    # Remove the tables that you do not have. 'feedlab describe mapping' documents every role and column.
    format: feedlab-mapping/1
    name: \(name)
    timezone: "+00:00"     # the members' local time

    # Files are CSV or TSV with a header, plain or gzipped. Paths start at the folder of this mapping.
    tables:
      # A row for each follow: follower_id follows followed_id.
      - role: follows
        file: follows.csv
        columns: {src: follower_id, dst: followed_id}

      # A row for each post.
      - role: posts
        file: posts.csv
        columns: {post: post_id, author: author_id, ts: created_at, category: topic}
        tsUnit: s          # seconds since 1970 in UTC

      # A row for each action, in order of time for each user.
      - role: events
        file: events.csv
        columns: {user: user_id, post: post_id, ts: time, kind: action}
        tsUnit: s
        kindMap: {opened: view, liked: like, commented: comment}

    """
  }
}
