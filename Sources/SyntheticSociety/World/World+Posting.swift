internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics

extension World {
  mutating func schedulePosting(by member: MemberID) {
    let traits = people[member.index]
    guard traits.postRate > 0 else { return }
    schedule(.posting(member), at: nextOpportunityToPost(of: traits, after: now))
  }

  /// An opportunity to post comes.
  mutating func considerPosting(_ member: MemberID) {
    guard !people[member.index].hasLeft else { return }
    let opportunity = people[member.index].postOpportunities
    people[member.index].postOpportunities += 1
    if takesOpportunityToPost(member, opportunity: opportunity) {
      publish(by: member, opportunity: opportunity, at: now)
    }
    schedulePosting(by: member)
  }

  /// When the member might post next, in whole seconds: at the greatest rate that attention brings.
  func nextOpportunityToPost(of member: MemberTraits, after time: Double) -> Double {
    behaviours.sessions.decide(
      Sessions.Situation(
        time: time, phase: Double(member.phase),
        rate: Double(member.postRate) / traits.meanBatch * (1 + parameters.posting.feedback),
        exponential: streams.posting.exponential(member.key.rawValue, member.postOpportunities, 0))
    ).rounded(.up)
  }

  /// Whether the member takes the opportunity.
  func takesOpportunityToPost(_ member: MemberID, opportunity: UInt32) -> Bool {
    let key = people[member.index].key.rawValue
    let factor = behaviours.posting.decide(attention.attention(of: member, at: now))
    precondition(
      factor <= 1 + parameters.posting.feedback,
      "a posting rate times \(factor), above the most that attention brings")
    return streams.posting.uniform(key, opportunity, 1) * (1 + parameters.posting.feedback) < factor
  }

  /// Publishes what the member posts at an opportunity.
  mutating func publish(by author: MemberID, opportunity: UInt32, at time: Double) {
    let member = people[author.index]
    for number in traits.batch(by: member.key, opportunity: opportunity) {
      publish(
        traits.post(by: member, opportunity: number), by: author,
        privacy: traits.privacy(ofPostBy: member.key, opportunity: number), at: time)
    }
  }

  @discardableResult
  private mutating func publish(
    _ traits: PostTraits, by author: MemberID, privacy: Privacy, at time: Double
  ) -> PostID {
    let category = CategoryID(Int(traits.category))
    let pet = pet(of: author)
    let post: PostID
    do {
      post = try community.publish(
        author: author, category: category, privacy: privacy, pet: pet, now: time)
    } catch {
      preconditionFailure("a post was refused: \(error)")
    }
    latent.columns.posts.append(traits)
    latent.columns.publishedAt.append(Float(time))
    latent.lookCounts.append(0)
    viewers.append(0)
    voters.append(0)
    if let delay = self.traits.deletionDelay(traits) {
      schedule(.deletion(post), at: max(0, time + delay))
    }
    for sink in sinks {
      sink.observe(
        PostObservation(
          post: post, author: author, category: category, createdAt: time,
          quality: Portable.logistic(Double(traits.quality)),
          visibility: PostVisibility(privacy, isAccountPrivate: community.isPrivate(author)),
          pet: pet))
    }
    return post
  }

  /// The author takes a post away.
  mutating func delete(_ post: PostID) {
    do {
      try community.delete(post, by: community.author(of: post)!, now: now)
    } catch {
      preconditionFailure("a deletion was refused: \(error)")
    }
    for sink in sinks { sink.observe(DeletionObservation(time: now, post: post)) }
  }

  // MARK: Contests

  /// The hourly check. When a contest opens, it is drawn who will enter it and when.
  mutating func rotateContests() {
    if let contest = community.rotateContests(now: now) {
      rewardWinners(before: contest)
      let opened = community.contest(contest)!
      for sink in sinks {
        sink.observe(
          ContestObservation(
            contest: contest, startsAt: opened.startsAt, endsAt: opened.endsAt))
      }
      contestEntries = 0
      planEntries(in: opened, except: submitFirstEntries(to: contest))
    }
    schedule(.rotation, at: now + 3600)
  }

  private mutating func rewardWinners(before contest: ContestID) {
    guard contest.rawValue > 0 else { return }
    for entry in community.leaderboard(of: ContestID(rawValue: contest.rawValue - 1))! {
      people[community.author(of: entry.post)!.index].successes += 1
    }
  }

  /// Submits the entries that are there when a contest opens: entries by the members with the smallest draws.
  ///
  /// - Returns: These members.
  private mutating func submitFirstEntries(to contest: ContestID) -> Set<MemberID> {
    let wanted = Int(parameters.entering.atStart)
    guard wanted > 0 else { return [] }
    let draws = (0..<community.memberCount).map { MemberID($0) }.filter { mayEnter($0) }
      .map { (streams.entering.uniform(people[$0.index].key.rawValue, contest.rawValue, 1), $0) }
      .sorted { $0 < $1 }
    let members = draws.prefix(wanted).map { $0.1 }
    for member in members { enterContest(member) }
    return Set(members)
  }

  /// Whether a member is there, and public, as entries are.
  private func mayEnter(_ member: MemberID) -> Bool {
    people[member.index].sessionRate > 0 && !people[member.index].hasLeft
      && !community.isPrivate(member)
  }

  private mutating func planEntries(in contest: Contest, except members: Set<MemberID>) {
    let length = contest.endsAt - contest.startsAt
    for index in 0..<community.memberCount {
      let member = people[index]
      guard member.sessionRate > 0, !member.hasLeft, !members.contains(MemberID(index)),
        let delay = behaviours.entering.decide(
          Entering.Situation(
            length: length, skill: Double(member.skill), successes: Int(member.successes),
            exponential: streams.entering.exponential(member.key.rawValue, contest.id.rawValue)))
      else { continue }
      let time = min((contest.startsAt + delay).rounded(.up), contest.endsAt - 1)
      schedule(.entering(MemberID(index)), at: time)
    }
  }

  mutating func enterContest(_ member: MemberID) {
    guard let contest = community.runningContest, mayEnter(member) else { return }
    let author = people[member.index]
    let opportunity = TraitSource.firstEntryOpportunity + contest.rawValue
    let post = publish(
      traits.post(by: author, opportunity: opportunity), by: member, privacy: .everyone, at: now)
    do {
      try community.enter(post, by: member, now: now)
    } catch {
      preconditionFailure("an entry was refused: \(error)")
    }
    for sink in sinks {
      sink.observe(EntryObservation(contest: contest, post: post, submittedAt: now))
    }
    plantVotes(for: post, of: author.key, in: contest)
    contestEntries += 1
  }

  /// Gives an entry the votes that the scenario plants, if it gets them.
  private mutating func plantVotes(for post: PostID, of author: MemberKey, in contest: ContestID) {
    let planted = parameters.plantedVotes
    guard pilot == nil,
      planted.areFor(
        entry: contestEntries, of: Int(contest.rawValue),
        uniform: streams.planting.uniform(author.rawValue, contest.rawValue))
    else { return }
    for voter in planters {
      do {
        try community.vote(for: post, by: MemberID(voter), now: now)
      } catch {
        preconditionFailure("a planted vote was refused: \(error)")
      }
      for sink in sinks {
        sink.observe(
          InteractionObservation(
            time: now, member: MemberID(voter), post: post, kind: .vote, request: nil))
      }
    }
  }
}
