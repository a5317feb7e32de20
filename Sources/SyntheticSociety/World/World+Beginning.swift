internal import DiscreteEvents
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

extension World {
  /// Members, ties and posts that are there at the start, and the first events.
  mutating func begin(_ run: WorldRun, _ members: [MemberTraits]) {
    for sink in sinks {
      sink.begin(
        RunObservation(
          duration: horizon, windowStart: parameters.world.warmUpDays * 86_400,
          categoryCount: community.categoryCount, groupNames: parameters.groups.map(\.name),
          rankerNames: run.rankers.map(\.name)))
    }
    reserveCapacity(for: members)
    for member in members { takeIn(member, joinedAt: initialJoiningTime(member.key)) }
    makeTies(run.graph)
    beginLiveTest()
    observeInitialTies()
    makeAccountsPrivate()
    bringPets()
    publishHistory()
    let postRates = members.map { Double($0.postRate) }.filter { $0 > 0 }
    if !postRates.isEmpty { meanPostRate = postRates.reduce(0, +) / Double(postRates.count) }
    schedule(.rotation, at: 0)
    for index in 0..<community.memberCount { scheduleFirstEvents(of: MemberID(index)) }
    scheduleJoining()
  }

  /// Room for those expected to join and for what will be posted, and a little more.
  private mutating func reserveCapacity(for members: [MemberTraits]) {
    let days = parameters.world.days
    let joining = parameters.joining.share * parameters.world.members * days
    let expected = members.count + Int(joining + 4 * joining.squareRoot())
    let rate = members.reduce(0) { $0 + Double($1.postRate) } * (1 + parameters.posting.feedback)
    let contests = 1 + days / 7
    let posts =
      rate * (days + parameters.posting.historyDays) * 86_400
      + contests * parameters.contests.entriesPerMember * Double(expected)
    community.reserveCapacity(members: expected, posts: Int(posts))
    people.reserveCapacity(expected)
    latent.reserveCapacity(members: expected, posts: Int(posts))
    seen.reserveCapacity(members: expected)
    if parameters.utility.satiation != 0 {
      satiety.reserveCapacity(expected * community.categoryCount)
    }
    attention.reserveCapacity(members: expected)
    events.reserveCapacity(expected)
  }

  private func initialJoiningTime(_ key: MemberKey) -> Double {
    -streams.character.uniform(key.rawValue, 5) * parameters.joining.ageDays * 86_400
  }

  /// Adds a member to the domain and to the latent columns.
  mutating func takeIn(_ member: MemberTraits, joinedAt: Double) {
    let id = community.join(group: member.group, now: joinedAt)
    people.append(member)
    latent.columns.keys.append(member.key)
    traits.appendViewerTaste(of: member.key, to: &latent.columns.taste)
    if parameters.utility.satiation != 0 {
      satiety.append(contentsOf: repeatElement(.none, count: community.categoryCount))
    }
    if parameters.drift.rate > 0 {
      initialTaste.append(contentsOf: latent.columns.taste.suffix(community.categoryCount))
    }
    attention.addMember(isPoster: member.postRate > 0)
    seen.addMember()
    let width = community.categoryCount
    for sink in sinks {
      sink.observe(
        MemberObservation(
          member: id, group: Int(member.group), joinedAt: joinedAt,
          taste: Array(latent.columns.taste[id.index * width..<(id.index + 1) * width])))
    }
  }

  private mutating func makeTies(_ graph: FollowGraph?) {
    if let graph {
      graph.fill(&community)
      for index in 0..<initialMembers { encounters.add(MemberID(index)) }
      for edge in graph.edges { encounters.addFollower(of: MemberID(rawValue: edge.to)) }
    } else {
      var growth = GraphGrowth(
        parameters, streams.ties, of: people.prefix(initialMembers), latent: latent.columns)
      growth.grow(&community)
      encounters = growth.encounters
    }
  }

  private func observeInitialTies() {
    for index in 0..<community.memberCount {
      let member = MemberID(index)
      for place in 0..<community.followingCount(of: member) {
        let followee = community.followee(of: member, at: place)
        // Of a mutual pair, the follow observed second is the one that returns.
        let isReturned = followee < member && community.isFollowing(followee, member)
        observeTie(.follow, member, followee, isReturned: isReturned)
      }
      for place in 0..<community.friendCount(of: member) {
        let friend = community.friend(of: member, at: place)
        if member < friend { observeTie(.friend, member, friend) }
      }
    }
  }

  private func observeTie(
    _ kind: TieObservation.Kind, _ one: MemberID, _ other: MemberID, isReturned: Bool = false
  ) {
    let time = community.timeOfInitialTie(one, other)
    for sink in sinks {
      sink.observe(
        TieObservation(time: time, kind: kind, from: one, to: other, isReturned: isReturned))
    }
  }

  /// Accounts are private once the first ties are made: those need no approval.
  private mutating func makeAccountsPrivate() {
    for index in 0..<community.memberCount { makePrivate(MemberID(index)) }
  }

  private mutating func makePrivate(_ member: MemberID) {
    guard traits.isPrivate(people[member.index].key) else { return }
    do {
      try community.setPrivate(true, for: member, now: now)
    } catch {
      preconditionFailure("a private account was refused: \(error)")
    }
  }

  /// Publishes what was posted before the start, in order of time.
  private mutating func publishHistory() {
    let start = -parameters.posting.historyDays * 86_400
    var occasions: [(time: Double, member: MemberID, occasion: UInt32)] = []
    for index in 0..<community.memberCount where people[index].postRate > 0 {
      let member = MemberID(index)
      var time = max(start, community.joinedAt(member))
      while true {
        time = nextOccasionToPost(of: people[index], after: time)
        guard time < 0 else { break }
        let occasion = people[index].postOccasions
        people[index].postOccasions += 1
        if takesOccasionToPost(member, occasion: occasion) {
          occasions.append((time, member, occasion))
        }
      }
    }
    occasions.sort { ($0.time, $0.member, $0.occasion) < ($1.time, $1.member, $1.occasion) }
    for post in occasions { publish(by: post.member, occasion: post.occasion, at: post.time) }
  }

  /// The first session and occasion to post of somebody who has just joined, or of an initial
  /// member.
  mutating func scheduleFirstEvents(of member: MemberID) {
    scheduleSession(of: member)
    schedulePosting(by: member)
  }

  mutating func scheduleJoining() {
    let delay = behaviours.joining.decide(streams.joining.exponential(joined))
    schedule(.joining, at: (now + delay).rounded(.up))
  }

  /// Component 2: somebody joins.
  mutating func takeInNewMember() {
    let member = MemberID(community.memberCount)
    takeIn(traits.member(.joined(joined)), joinedAt: now)
    assign(member)
    joined += 1
    makePrivate(member)
    encounters.add(member)
    scheduleFirstEvents(of: member)
    scheduleJoining()
  }
}
