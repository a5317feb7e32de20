internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B6: the share of entries in the last tenth of a contest's length.
///
/// With the hazard 1 ÷ (T − t + 0.05 T) the share is ln((0.1 + 0.05) ÷ 0.05) ÷ ln(1.05 ÷ 0.05) = ln 3 ÷ ln 21
/// = 36.1 %. Over 20,000 entries of the rule the standard error is 0.34 points.
///
/// In a world all entries are observed, in twenty contests of 60,000 members, with the binomial
/// standard error. A member with the hazard *h* over the whole contest enters late a little less often, by 0.3
/// *h* of it, which is included; *h* is 0.018 on average, and 0.1 for one in 10³. The number of late entries is Σ (1 −
/// e^−*h*) over members and contests, binomial.
///
/// The hazard of a member who was once or twice on a final leaderboard is 1.5 and 2 times as large, exactly: it
/// is the exponential draw up to which the rule lets the member enter.
///
/// Wrong rules that it catches: entries spread evenly, a rush in hours in place of parts of the length, entries
/// after the end, success that adds to skill.
struct DeadlineRushCheck: SelfCheck {
  let id = "B6"
  let suites = [SelfTestSuite.behaviour]
  let source = "deadline effect: ln 3 ÷ ln 21"
  let seconds = 2.0

  private static let members = 2000

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    rule(setting) + success + live(setting)
  }

  /// The hazard over a contest of a member of so much success, relative to one without.
  private var success: [Finding] {
    let entering = Entering(SocietyParameters())
    func hazard(_ successes: Int) -> Double {
      var (enters, stays) = (0.0, 1.0)
      while stays - enters > 1e-14 {
        let middle = (enters + stays) / 2
        let time = entering.decide(
          Entering.Situation(length: 1, skill: 0, successes: successes, exponential: middle))
        if time == nil { stays = middle } else { enters = middle }
      }
      return enters
    }
    return [1, 2].map { successes in
      Finding(
        "hazard of entering after \(successes) success\(successes == 1 ? "" : "es")",
        size: "1 member", expect: 1 + SocietyParameters().entering.success * Double(successes),
        computed: hazard(successes) / hazard(0))
    }
  }

  private func live(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 60_000, atLeast: 4000)
    var parameters = SocietyParameters.quiet(members: members.count, days: 140)
    parameters.entering = SocietyParameters().entering
    // Success comes to few, and changes nothing here.
    parameters.entering.success = 0
    parameters.switchOffInitialTies()
    parameters.posting.share = 0
    parameters.sessions.mean = 0.001
    let run = WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(41))
    let entries = EntrySink()
    run.observed(by: [entries])
    let people = run.initialPeople
    let mean =
      Double(entries.contests)
      * Self.hazards(of: people, parameters).reduce(0) { $0 + 1 - naturalExp(-$1) }
    return [
      Finding(
        "entries of a world in the last tenth", size: "\(entries.count.grouped) entries",
        expectShare: Self.lateShare(of: people, parameters), successes: entries.late,
        of: entries.count),
      Finding(
        "entries of a world ÷ expected", size: "\(entries.contests) contests",
        count: entries.count, ofMean: mean),
    ]
  }

  /// The hazard of each member over a contest: the mean entries times e to the skill, with the mean of a lognormal
  /// variate.
  private static func hazards(of people: [MemberTraits], _ parameters: SocietyParameters)
    -> [Double]
  {
    let deviation = parameters.quality.skillDeviation
    return people.map {
      parameters.entering.entriesPerMember
        * naturalExp(Double($0.skill) - deviation * deviation / 2)
    }
  }

  /// The expected share of late entries. Of those who enter, the part of the hazard that has passed has the
  /// density 1 + h (½ − x), with the mean of h over entries, Σ h² ÷ Σ h over members.
  private static func lateShare(of people: [MemberTraits], _ parameters: SocietyParameters)
    -> Double
  {
    let rush = parameters.entering.rush
    let late = naturalLog((0.1 + rush) / rush) / naturalLog((1 + rush) / rush)
    let skills = people.map { naturalExp(Double($0.skill)) }
    let sum = skills.reduce(0, +)
    let hazard =
      parameters.entering.entriesPerMember * Double(skills.count)
      * skills.reduce(0) { $0 + $1 * $1 } / (sum * sum)
    return late * (1 - hazard * (1 - late) / 2)
  }

  private func rule(_ setting: SelfTestSetting) -> [Finding] {
    let parameters = SocietyParameters()
    let streams = SocietyStreams(seed: setting.seed(4), world: 0)
    let entering = Entering(parameters)
    let source = TraitSource(parameters, streams, Behaviours(parameters))
    let members = (0..<Self.members).map { source.member(.initial($0)) }
    let sample = setting.sample(of: 20_000, atLeast: 2000)
    var (entries, late, contest) = (0, 0, UInt32(0))
    while entries < sample.count {
      for member in members {
        let time = entering.decide(
          Entering.Situation(
            length: 1, skill: Double(member.skill), successes: 0,
            exponential: streams.entering.exponential(member.key.rawValue, contest)))
        entries += time == nil ? 0 : 1
        late += time ?? 0 >= 0.9 ? 1 : 0
      }
      contest += 1
    }
    return [
      Finding(
        "entries in the last tenth of a contest", size: "\(entries.grouped) entries",
        expectShare: Self.lateShare(of: members, parameters), successes: late, of: entries)
    ]
  }
}

/// Counts entries, and those in the last tenth of contests that end before the run does.
private final class EntrySink: ObservationSink {
  private(set) var count = 0
  private(set) var late = 0
  private var known: [ContestObservation] = []
  private var end = 0.0

  func begin(_ run: RunObservation) { end = run.duration }

  /// Contests that end before the run does.
  var contests: Int { known.count { $0.endsAt <= end } }

  func observe(_ contest: ContestObservation) { known.append(contest) }

  func observe(_ entry: EntryObservation) {
    let contest = known[Int(entry.contest.rawValue)]
    guard contest.endsAt <= end else { return }
    count += 1
    let length = contest.endsAt - contest.startsAt
    if entry.submittedAt >= contest.startsAt + 0.9 * length { late += 1 }
  }
}
