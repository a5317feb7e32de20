import BenchmarkSupport
import SocialFeed

// What the domain's calls cost in a large community: one JSON line a case.
//
//   DomainCalls [follow | like | view | vote | hubs | memory]… [--members N] [--notifications N]
//               [--likes-only]
//
// Without a name all timed cases run: calls between random pairs of members and posts, after a warm
// start of as many calls. `hubs` asks whether two members follow
// each other who are both followed by, and follow, a tenth of all. `memory` gives the bytes a
// member that the peak of the process grows by, part after part: 12 follows, 6 friends asked and
// approved, 30 interactions in the proportion of the default action rates (18 views : 4 likes : 0.5
// comments : 0.5 saves : 5 votes) or all likes, over 12 categories; it is to be the only case of
// its process.

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
      case "memory": cases.append(argument)
      case _ where Self.timed.contains(argument): cases.append(argument)
      default: arguments.fail("unknown option \(argument)")
      }
    }
    if cases.isEmpty { cases = Self.timed }
    if cases.contains("memory") && cases.count > 1 { arguments.fail("memory is a case of its own") }
    if members < 1000 { arguments.fail("there are too few members") }
  }
}

let options = Options()
for name in options.cases {
  var line = CaseLine("domain-calls")
  line.add("case", name)
  line.add("members", options.members)
  line.add("notification_limit", options.notifications)
  if name == "memory" {
    try printMemoryUse(options, &line)
  } else {
    try printTimedCalls(name, options, &line)
  }
}
