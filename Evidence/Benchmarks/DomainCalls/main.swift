import BenchmarkSupport
import SocialFeed

// The cost of the domain's calls in a large community: one JSON line for each case.
//
//   DomainCalls [follow | like | view | vote | hubs | memory | snapshot]… [--members N] [--notifications N]
//               [--likes-only]
//
// Without a name all timed cases run: calls between random pairs of members and posts, after a warm
// start of as many calls. `hubs` times whether two members follow each other who both follow, and are
// followed by, a tenth of all members. `memory` gives the growth of the process's peak in bytes a member, part
// after part: 12 follows, 6 requested and accepted friends, 30 interactions in the proportion of the default
// action rates (18 views : 4 likes : 0.5 comments : 0.5 saves : 5 votes) or all likes, over 12 categories; it
// must be the only case of its process. `snapshot` times writing and reading one, of ten posts a member.

struct Options {
  static let timed = ["follow", "like", "view", "vote", "hubs"]

  var cases: [String] = []
  var members = 1_000_000
  var notifications = 100
  var isLikesOnly = false

  init() {
    var arguments = CaseArguments(of: "DomainCalls")
    while let argument = arguments.next() {
      switch argument {
      case "--members": members = arguments.count(of: argument)
      case "--notifications": notifications = arguments.value(of: argument) { Int($0) }
      case "--likes-only": isLikesOnly = true
      case "memory", "snapshot": cases.append(argument)
      case _ where Self.timed.contains(argument): cases.append(argument)
      default: arguments.fail("unknown option \(argument)")
      }
    }
    if cases.isEmpty { cases = Self.timed }
    if cases.contains("memory") && cases.count > 1 {
      arguments.fail("memory must be the only case")
    }
    if members < 1000 { arguments.fail("--members must be at least 1000") }
  }
}

let options = Options()
for name in options.cases {
  var line = CaseLine("domain-calls")
  line.add("case", name)
  line.add("members", options.members)
  line.add("notification_limit", options.notifications)
  switch name {
  case "memory": try printMemoryUse(options, &line)
  case "snapshot": try printSnapshotTimes(options, &line)
  default: try printTimedCalls(name, options, &line)
  }
}
