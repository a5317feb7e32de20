import BenchmarkSupport
import SocialFeed

/// A community of members, each of whom has published one public post.
func communityWithPosts(_ options: Options) throws -> Community {
  var community = Community(
    categoryCount: 12, notificationLimit: options.notifications,
    keepsTieDates: false)
  community.reserveCapacity(members: options.members, posts: options.members)
  for _ in 0..<options.members { try community.join(now: 0) }
  for index in 0..<options.members {
    try community.publish(author: MemberID(index), category: CategoryID(index % 12), now: 0)
  }
  return community
}

/// Prints the number of calls of one kind a second.
func printTimedCalls(_ name: String, _ options: Options, _ line: inout CaseLine) throws {
  var timer = CaseTimer()
  let members = options.members
  var community = try communityWithPosts(options)
  var random = Xorshift()
  let perMember: (calls: Int, posts: Int) =
    switch name {
    case "follow": (12, members)
    case "vote": (4, members / 10)
    case "hubs": (10, members)
    default: (8, members)
    }
  let pairs = randomPairs(
    perMember.calls * members, ones: members, others: perMember.posts, &random)
  if name == "vote" { try enterContest(perMember.posts, in: &community) }
  if name == "hubs" { try makeHubs(members / 10, in: &community) }
  let warm = pairs.count / 2
  try call(name, pairs[..<warm], in: &community)
  timer.begin()
  try call(name, pairs[warm...], in: &community)
  timer.end()
  line.print("calls", pairs.count - warm, timer)
}

private func call(
  _ name: String, _ pairs: ArraySlice<Pair>, in community: inout Community
) throws {
  switch name {
  case "follow":
    for pair in pairs {
      try community.follow(MemberID(rawValue: pair.one), MemberID(rawValue: pair.other), now: 1)
    }
  case "like":
    for pair in pairs {
      try community.like(PostID(rawValue: pair.other), by: MemberID(rawValue: pair.one), now: 1)
    }
  case "view":
    for pair in pairs {
      try community.view(PostID(rawValue: pair.other), by: MemberID(rawValue: pair.one), now: 1)
    }
  case "vote":
    for pair in pairs {
      try community.vote(
        for: PostID(rawValue: pair.other), by: MemberID(rawValue: pair.one), now: 1)
    }
  default:
    var mutual = 0
    for pair in pairs {
      let (one, other) = (MemberID(Int(pair.one % 2)), MemberID(Int(1 - pair.one % 2)))
      if community.followStatus(of: other, for: one) == .mutual { mutual += 1 }
    }
    precondition(mutual == pairs.count, "the hubs follow each other")
  }
}

private func enterContest(_ entries: Int, in community: inout Community) throws {
  community.rotateContests(now: 0)
  for index in 0..<entries { try community.enter(PostID(index), by: MemberID(index), now: 0) }
}

/// Members 0 and 1 follow each other and the same members, who all follow them.
private func makeHubs(_ followers: Int, in community: inout Community) throws {
  for hub in [MemberID(0), MemberID(1)] {
    for other in 2..<followers + 2 {
      try community.follow(MemberID(other), hub, now: 0)
      try community.follow(hub, MemberID(other), now: 0)
    }
  }
  try community.follow(MemberID(0), MemberID(1), now: 0)
  try community.follow(MemberID(1), MemberID(0), now: 0)
}
