import Foundation
import SocialFeed

// What the domain's calls cost in a large community: one JSON line a case.
//
//   DomainCalls [follow | like | view | vote | hubs | memory]… [--members N] [--notifications N]
//               [--likes-only]
//
// Without a name all timed cases run: nanoseconds of processor time a call between random pairs of
// members and posts, after a warm start of as many calls. `hubs` asks whether two members follow
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

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--members": members = Self.number(of: argument, &rest)
      case "--notifications": notifications = Self.number(of: argument, &rest)
      case "--likes-only": isLikesOnly = true
      case "memory": cases.append(argument)
      case _ where Self.timed.contains(argument): cases.append(argument)
      default: Self.fail("unknown option \(argument)")
      }
    }
    if cases.isEmpty { cases = Self.timed }
    if cases.contains("memory") && cases.count > 1 { Self.fail("memory is a case of its own") }
    if members < 1000 { Self.fail("there are too few members") }
  }

  private static func number(of name: String, _ rest: inout ArraySlice<String>) -> Int {
    guard let number = rest.popFirst().flatMap({ Int($0) }) else { fail("\(name) needs a number") }
    return number
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("DomainCalls: \(message)\n".utf8))
    exit(64)
  }
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
for name in options.cases {
  let fields =
    name == "memory"
    ? try memoryUse(options) : try timedCalls(name, options)
  let line = [("benchmark", "\"domain-calls\""), ("case", "\"\(name)\"")] + fields
  print("{" + line.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")
}
