internal import DiscreteEvents
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

extension World {
  /// After how many members the setup asks whether it goes on: some milliseconds.
  static let membersBetweenQuestions = 256

  /// Makes the initial members, ties and posts, and schedules the first events.
  ///
  /// - Returns: `false` when `isWanted` ended the setup.
  mutating func begin(
    _ run: WorldRun, _ members: [MemberTraits], while isWanted: () -> Bool
  ) -> Bool {
    for sink in sinks {
      sink.begin(
        RunObservation(
          duration: horizon, windowStart: parameters.world.warmUpDays * 86_400,
          categoryCount: community.categoryCount, groupNames: parameters.groups.map(\.name),
          rankerNames: run.rankers.map(\.name)))
    }
    reserveCapacity(for: members)
    for (index, member) in members.enumerated() {
      guard !index.isMultiple(of: Self.membersBetweenQuestions) || isWanted() else { return false }
      takeIn(member, joinedAt: initialJoiningTime(member.key))
    }
    guard makeTies(run.graph, while: isWanted) else { return false }
    beginLiveTest()
    observeInitialTies()
    makeAccountsPrivate()
    bringPets()
    findMeanPostRate(of: members)
    for (index, member) in members.enumerated() {
      attention.begin(MemberID(index), with: Double(member.postRate) / meanPostRate)
    }
    guard publishHistory(while: isWanted) else { return false }
    schedule(.rotation, at: 0)
    for index in 0..<community.memberCount { scheduleSession(of: MemberID(index)) }
    scheduleJoining()
    return true
  }

  /// Reserves room for the expected members and posts, and a little more.
  private mutating func reserveCapacity(for members: [MemberTraits]) {
    let days = parameters.world.days
    let joining = parameters.joining.share * parameters.world.members * days
    let expected = members.count + Int(joining + 4 * joining.squareRoot())
    let rate = members.reduce(0) { $0 + Double($1.postRate) } * (1 + parameters.posting.feedback)
    let contests = 1 + days / 7
    let posts =
      rate * (days + parameters.posting.historyDays) * 86_400
      + contests * parameters.entering.entriesPerMember * Double(expected)
    community.reserveCapacity(members: expected, posts: Int(posts))
    people.reserveCapacity(expected)
    latent.reserveCapacity(members: expected, posts: Int(posts))
    viewers.reserveCapacity(Int(posts))
    voters.reserveCapacity(Int(posts))
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
    // No world has as many members as identifiers.
    let id = try! community.join(group: member.group, now: joinedAt)
    people.append(member)
    latent.columns.keys.append(member.key)
    traits.appendViewerTaste(of: member.key, to: &latent.columns.taste)
    if parameters.utility.satiation != 0 {
      satiety.append(contentsOf: repeatElement(.none, count: community.categoryCount))
    }
    if parameters.drift.rate > 0 {
      initialTaste.append(contentsOf: latent.columns.taste.suffix(community.categoryCount))
    }
    attention.addMember()
    latent.looks.addMember()
    latent.sessions.addMember()
    let width = community.categoryCount
    for sink in sinks {
      sink.observe(
        MemberObservation(
          member: id, group: Int(member.group), joinedAt: joinedAt,
          taste: Array(latent.columns.taste[id.index * width..<(id.index + 1) * width]),
          sessionsPerDay: Double(member.sessionRate) * 86_400))
    }
  }

  private mutating func findMeanPostRate(of members: [MemberTraits]) {
    let rates = members.map { Double($0.postRate) }.filter { $0 > 0 }
    if !rates.isEmpty { meanPostRate = rates.reduce(0, +) / Double(rates.count) }
  }

  private mutating func makeTies(_ graph: FollowGraph?, while isWanted: () -> Bool) -> Bool {
    if let graph {
      guard graph.fill(&community, while: isWanted) else { return false }
      for index in 0..<initialMembers { encounters.add(MemberID(index)) }
      for edge in graph.edges { encounters.addFollower(of: MemberID(rawValue: edge.to)) }
    } else {
      var growth = GraphGrowth(
        parameters, streams.ties, of: people.prefix(initialMembers), latent: latent.columns)
      guard growth.grow(&community, while: isWanted) else { return false }
      encounters = growth.encounters
    }
    return true
  }

  private func observeInitialTies() {
    for index in 0..<community.memberCount {
      let member = MemberID(index)
      for number in 0..<community.followingCount(of: member)! {
        let followee = community.followee(of: member, at: number)!
        // Of a mutual pair, the follow observed second is the one that returns.
        let isReturned = followee < member && community.isFollowing(followee, member)
        observeTie(.follow, member, followee, isReturned: isReturned)
      }
      for number in 0..<community.friendCount(of: member)! {
        let friend = community.friend(of: member, at: number)!
        if member < friend { observeTie(.friend, member, friend) }
      }
    }
  }

  private func observeTie(
    _ kind: TieOutcome, _ one: MemberID, _ other: MemberID, isReturned: Bool = false
  ) {
    let time = community.timeOfInitialTie(one, other)
    for sink in sinks {
      sink.observe(
        TieObservation(time: time, kind: kind, from: one, to: other, isReturned: isReturned))
    }
  }

  /// Makes accounts private, after the initial ties, which need no approval.
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
    for sink in sinks {
      sink.observe(AccountObservation(time: now, member: member, isPrivate: true))
    }
  }

  /// Publishes the posts of the time before the start, in order of time, and schedules the next opportunity of
  /// everybody who posts: a new draw at the start would come later than the one that is due.
  ///
  /// - Returns: `false` when `isWanted` ended the setup.
  private mutating func publishHistory(while isWanted: () -> Bool) -> Bool {
    let start = -parameters.posting.historyDays * 86_400
    var opportunities: [(time: Double, member: MemberID, opportunity: UInt32)] = []
    for index in 0..<community.memberCount {
      guard !index.isMultiple(of: Self.membersBetweenQuestions) || isWanted() else { return false }
      guard people[index].postRate > 0 else { continue }
      let member = MemberID(index)
      var time = max(start, community.joinedAt(member)!)
      while true {
        time = nextOpportunityToPost(of: people[index], after: time)
        guard time < 0 else {
          schedule(.posting(member), at: time)
          break
        }
        let opportunity = people[index].postOpportunities
        people[index].postOpportunities += 1
        if takesOpportunityToPost(member, opportunity: opportunity) {
          opportunities.append((time, member, opportunity))
        }
      }
    }
    opportunities.sort {
      ($0.time, $0.member, $0.opportunity) < ($1.time, $1.member, $1.opportunity)
    }
    for (index, post) in opportunities.enumerated() {
      guard !index.isMultiple(of: Self.membersBetweenQuestions) || isWanted() else { return false }
      publish(by: post.member, opportunity: post.opportunity, at: post.time)
    }
    return true
  }

  mutating func scheduleJoining() {
    let delay = behaviours.joining.decide(streams.joining.exponential(joined))
    schedule(.joining, at: (now + delay).rounded(.up))
  }

  /// Somebody joins.
  mutating func takeInNewMember() {
    let member = MemberID(community.memberCount)
    takeIn(traits.member(.joined(joined)), joinedAt: now)
    assign(member)
    joined += 1
    makePrivate(member)
    encounters.add(member)
    followAtJoining(member)
    scheduleSession(of: member)
    schedulePosting(by: member)
    scheduleJoining()
  }

  // MARK: Pets

  /// Gives members their pets, and pets their guardians.
  mutating func bringPets() {
    for index in 0..<initialMembers {
      let owner = MemberID(index)
      let choice = traits.pet(of: people[index].key)
      guard choice.isThere else { continue }
      do {
        let pet = try community.addPet(owner: owner, name: "Minka", type: "cat")
        for sink in sinks { sink.observe(PetObservation(pet: pet, owner: owner)) }
        guard choice.hasGuardian, community.friendCount(of: owner)! > 0 else { continue }
        let guardian = community.friend(of: owner, at: 0)!
        let now = community.timeOfInitialTie(owner, guardian)
        try community.inviteGuardian(guardian, of: pet, by: owner, now: now)
        try community.approveGuardianship(of: pet, by: guardian, now: now)
        for step in [RequestStep.sent, .accepted] {
          observeRequest(.guardian, step, from: owner, to: guardian, pet: pet, at: now)
        }
      } catch {
        preconditionFailure("a pet was refused: \(error)")
      }
    }
  }

  /// The pet that a member's posts show: the first that the member owns or looks after.
  func pet(of author: MemberID) -> PetID? {
    community.petCount > 0 ? (try! community.pets(of: author, for: author)).first : nil
  }
}
