import TestSupport
import Testing

/// What is said, word for word, about calls that cannot be right: exit code 64, nothing on standard
/// output, and nothing left behind.
@Suite struct UsageTests {
  private static let worlds =
    "a whole number from 1 to 1000000 (worlds), a range such as 8..64, or auto, which is 8..64"

  @Test(
    arguments: calls(
      """
      ab small.yml -n 0 => -n 0: expected \(worlds)
      ab small.yml -n -3 => -n -3: expected \(worlds)
      ab small.yml -n many => -n many: expected \(worlds)
      run small.yml -n auto =>
        -n 8..64: 'run' has no stopping rule; expected a number of worlds
      ab small.yml --jobs -1 => --jobs -1: expected a number of threads from 1 up
      ab small.yml --baseline newst =>
        --baseline 'newst': there is no arm of this name; did you mean 'newest'?
      ab small.yml --candidate hot =>
        --candidate 'hot': there is no arm of this name; there are newest, affinity, random
      ab small.yml --candidate newest => --candidate 'newest': this arm is the baseline
      ab small.yml --candidate random --candidate random =>
        --candidate 'random': this arm is given twice
      ab small.yml --filter nothing =>
        --filter 'nothing': matches no metric; 'feedlab describe metrics' lists them
      ab small.yml --filter engagment =>
        --filter 'engagment': matches no metric; did you mean 'engagement'?
      ab ideal.yml --yardsticks =>
        --references: arm 'ideal' has the name of a reference ranker but orders home by recency instead of ideal; give it another name
      run small.yml -n 0 => -n 0: expected \(worlds)
      run small.yml --sampled-members -1 =>
        --sampled-members -1: expected a number of members from 0 up
      run small.yml --arm newst =>
        --arm 'newst': there is no arm of this name; did you mean 'newest'?
      run small.yml --arm random --arm random => --arm 'random': this arm is given twice
      run small.yml --ranker afinity =>
        --ranker 'afinity': there is no ranker of this name; did you mean 'affinity'?
      run small.yml --ranker hot --ranker hot => --ranker 'hot': this ranker is given twice
      run small.yml --ranker formula =>
        --ranker 'formula': it needs a score; define it as an arm in the scenario
      run small.yml --ranker hot --arm newest =>
        --ranker and --arm cannot be combined: --ranker replaces the scenario's arms
      run weights.yml --ranker affinity =>
        --ranker 'affinity': the feeds of an arm share their affinities, and like is 3 for home and 7 for latest
      run small.yml ideal.yml --format csv =>
        --format csv: this format prints only one scenario; the folders have the files of all
      run small.yml again.yml =>
        again.yml and small.yml: both are named 'small' and would share a results folder; rename one
      run small.yml --world 1 => --world: it selects the world of --trace
      run small.yml --trace t --world 2 => --world 2: there are worlds 0 to 1
      run small.yml --trace t --world -1 -n 1 => --world -1: the only world is 0
      run small.yml ideal.yml --trace t => --trace: it applies to one scenario, not to 2
      run small.yml --arm newest --trace again.yml =>
        --trace: cannot write the trace again.yml: something else than a trace is there
      select small.yml --metric relevance@10 --delta 1 --out '' =>
        '' names no folder; '.' is the current one
      plan small.yml --out p.jsonl --store '' =>
        --store: '' names no folder; '.' is the current one
      submit slurm p.jsonl --out '' => --out: '' names no folder; '.' is the current one
      describe rankers afinity =>
        describe rankers 'afinity': there is no ranker of this name; did you mean 'affinity'?
      describe metrics like_rates =>
        describe metrics 'like_rates': there is no metric of this name; did you mean 'like_rate'?
      describe scenario world.memebrs =>
        describe scenario 'world.memebrs': there is no key of this name; did you mean 'world.members'?
      describe metrics --format json-schema =>
        --format json-schema: only scenarios have a JSON Schema
      """))
  func `a call that cannot be right is refused in one line`(
    arguments: [String], message: String
  ) throws {
    let folder = try ScratchFolder([
      "small.yml": smallScenario, "again.yml": smallScenario,
      "ideal.yml": "feedlab: 1\narms: {newest: {home: recency}, ideal: {home: recency}}\n",
      "weights.yml":
        "feedlab: 1\narms: {a: {home: recency, latest: {ranker: blended-affinity, weights: {like: 7}}}}\n",
    ])
    let out = ["ab", "run"].contains(arguments[0]) ? ["--out", "out"] : []
    try expectRefusal(arguments + out, message, in: folder)
  }

  @Test(arguments: [
    (
      ["ab"],
      """
      feedlab: error: Missing expected argument '<scenario>'
      Help:  <scenario>  A scenario file.
      Usage: feedlab ab [<options>] <scenario>
        See 'feedlab ab --help' for more information.

      """
    ),
    (
      ["run", "small.yml", "--by", "row"],
      """
      feedlab: error: The value 'row' is invalid for '--by <scope>'. Please provide one of 'surface', 'ranker' or 'day'.
      Help:  --by <scope>  Show metrics by surface, ranker or day too.
      Usage: feedlab run [<options>] <scenarios> ...
        See 'feedlab run --help' for more information.

      """
    ),
    (
      ["ab", "small.yml", "--replications", "4"],
      """
      feedlab: error: Unknown option '--replications'. Did you mean '--worlds'?
      Usage: feedlab ab [<options>] <scenario>
        See 'feedlab ab --help' for more information.

      """
    ),
    (
      ["validate", "small.yml", "--threads", "4"],
      """
      feedlab: error: Unknown option '--threads'. Did you mean '--trend'?
      Usage: feedlab validate <scenarios> ... [--trend] [--no-trend] [--load] [--set <key=value> ...]
        See 'feedlab validate --help' for more information.

      """
    ),
    // The first guess would be --record.
    (
      ["sensitivity", "small.yml", "--record-tape", "tapes"],
      """
      feedlab: error: Unknown option '--record-tape': 'feedlab run', 'ab', 'check', 'baseline record' and 'baseline update'\
       have tapes; all other commands ask the ranker itself
      Usage: feedlab sensitivity [<options>] <scenario>
        See 'feedlab sensitivity --help' for more information.

      """
    ),
    (
      ["gather", "--plan", "a.jsonl", "--replay-tape", "tapes"],
      """
      feedlab: error: Unknown option '--replay-tape': 'feedlab run', 'ab', 'check', 'baseline record' and 'baseline update'\
       have tapes; all other commands ask the ranker itself
      Usage: feedlab gather --plan <file> [--store <dir>] [--out <dir>] [--missing <file>] [--under-way <file> ...]\
       [--next-round] [--force] [--format <format>] [--color <when>] [--quiet] [--no-progress]
        See 'feedlab gather --help' for more information.

      """
    ),
    (
      ["frobnicate"],
      """
      feedlab: error: there is no command 'frobnicate'; 'feedlab --help' lists the commands

      """
    ),
    (
      ["abb", "small.yml", "-n", "2"],
      """
      feedlab: error: there is no command 'abb'; did you mean 'ab'?

      """
    ),
    (
      ["validate"],
      """
      feedlab: error: Missing expected argument '<scenarios> ...'
      Help:  <scenarios>  Scenario files, or folders, of which every .yml and .yaml is checked.
      Usage: feedlab validate <scenarios> ... [--trend] [--no-trend] [--load] [--set <key=value> ...]
        See 'feedlab validate --help' for more information.

      """
    ),
  ])
  func `what the parser refuses has the same exit code and prefix`(
    arguments: [String], message: String
  ) throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(arguments, in: folder)
    expectEqual(outcome, .init(code: 64, output: "", error: message))
    try expectEqual(folder.entries, ["small.yml"])
  }

  @Test func `options are grouped by what, how sure and output`() throws {
    let help = try feedlab("ab", "--help", in: ScratchFolder()).output
    let titles = ["ARGUMENTS:", "WHAT:", "HOW SURE:", "OUTPUT:", "OPTIONS:"]
    let lines = help.split(separator: "\n").map(String.init)
    let headings = lines.filter { line in line.hasSuffix(":") && line == line.uppercased() }
    expectEqual(headings, titles)
    let arguments = try CommandTree().arguments
    for argument in arguments {
      #expect(
        argument.section.map(["What", "How sure", "Output"].contains) ?? true, "\(argument.name)")
    }
    // An option is in the same group in all commands.
    for name in [
      "--set", "--seed", "--format", "--out", "--force", "--alpha", "--worlds", "--jobs",
    ] {
      let sections = arguments.filter { $0.name.hasSuffix(" \(name)") }.map(\.section)
      expectEqual(Set(sections).count, 1, "\(name): \(sections)")
    }
  }

  @Test func `a filter that is no regular expression is refused`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    try feedlab("ab", "small.yml", "--filter", "[", in: folder).expectRefusal(
      "--filter '[': not a regular expression: character 1: ']' is missing for the '['")
    try expectEqual(folder.entries, ["small.yml"])
  }

  @Test func `a scenario with one arm has nothing to compare`() throws {
    let text = "feedlab: 1\narms: {newest: {home: recency}}\n"
    let folder = try ScratchFolder(["one.yml": text])
    try feedlab("ab", "one.yml", in: folder).expectRefusal(
      "one.yml: it has no arm to compare 'newest' with")
    try expectEqual(folder.entries, ["one.yml"])
  }
}
