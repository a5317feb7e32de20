import Foundation
import SocialFeed
import TestSupport
import Testing

/// Long random sequences of calls against the slow model.
///
/// `FEEDLAB_RANDOM_CALLS=100000000` makes so many calls instead of the usual number, and prints how
/// far it is; `FEEDLAB_RANDOM_LIFE=17` makes the life of one seed alone, as a difference names it, and
/// shows a short sequence of its calls that ends in a difference.
@Suite struct RandomCallsTests {
  private static let callsInLife = 1000
  private static let parts = 80

  /// In parts that run beside each other.
  @Test(arguments: 0..<UInt64(parts))
  func `every answer in many random histories is that of the slow model`(part: UInt64) {
    let lives = Self.lives.filter { $0 % UInt64(Self.parts) == part }
    for (number, seed) in lives.enumerated() {
      var life = RandomLife(seed: seed)
      do throws(Difference) {
        try life.live(calls: Self.callsInLife)
      } catch {
        // Shortening takes long, and a fault shows in many lives.
        Issue.record("\(life.report(error, shortens: Self.lives.count == 1))")
        return
      }
      if Self.isLong && (number + 1) % 1000 == 0 {
        let calls = (number + 1) * Self.callsInLife
        print("part \(part): \(calls) random calls agree, the last of life \(seed)")
      }
    }
  }

  /// Otherwise the lives would show less than they seem to.
  @Test func `random histories bring every call to success and every refusal about`() {
    var counts: [String: Int] = [:]
    for seed in 1...UInt64(30) {
      var life = RandomLife(seed: seed)
      do throws(Difference) {
        try life.live(upTo: Self.callsInLife) { call, outcome in
          counts[Self.label(call, outcome), default: 0] += 1
        }
      } catch {
        Issue.record("\(life.report(error))")
        return
      }
    }
    expectEqual(Self.calls.filter { counts[$0, default: 0] < 10 }, [])
    expectEqual(Self.refusals.filter { counts[$0, default: 0] < 5 }, [])
  }

  /// Otherwise it would be looked at little that what stays in a feed is shown while calls are made
  /// between its pages.
  @Test func `posts stay in many refreshes between whose pages random calls are made`() {
    var count = 0
    forEachSeed(40) { seed, generator in
      var twins = Twins()
      for _ in 0..<200 { try twins.makeRandomCall(Habits(), using: &generator) }
      for surface in Surface.allCases {
        try twins.compareRefresh(
          RefreshPlan(
            viewer: twins.randomViewer(using: &generator), surface: surface,
            ranker: TrendingRanker.byVotes, order: .votes, pageSize: 3,
            noise: CountingNoise(seed: seed), arrivals: 3), using: &generator)
      }
      count += twins.refreshesWithArrivals
    }
    #expect(count > 5)
  }

  @Test func `what nobody sensible hands in is refused exactly where the slow model refuses it`() {
    var habits = Habits()
    habits.hostility = 0.3
    var (refused, done) = (0, 0)
    forEachSeed(20) { _, generator in
      var twins = Twins()
      for number in 0..<400 {
        let outcome = try twins.makeRandomCall(habits, using: &generator)
        if case .refused = outcome { refused += 1 } else { done += 1 }
        if number % 10 == 0 { try twins.compareHostileQuestions(using: &generator) }
      }
      try twins.compare()
    }
    #expect(refused > 200 && done > 200, "\(refused) calls refused and \(done) not")
  }

  /// The name of a call that was not refused, or of the refusal.
  private static func label(_ call: Call, _ outcome: Outcome) -> String {
    guard case .refused(let error) = outcome else { return caseName(of: call) }
    return "\(type(of: error.base)).\(caseName(of: error.base))"
  }

  private static func caseName(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }

  private static let calls = """
    join joinAs rename setDisplayName deleteAccount setBio setPicture setAccountKind setPreferredSetting setPrivate follow unfollow removeFollower approveFollow
    denyFollow withdrawFollow befriend unfriend requestFriendship approveFriendship
    rejectFriendship withdrawFriendship block unblock markRead markAllRead addPet changePet deletePet inviteGuardian
    approveGuardianship rejectGuardianship removeGuardian publish delete view like unlike save
    unsave comment voteAsFriend rotateContests enter vote setCaption setPrivacy deleteComment
    endContest
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  private static let refusals =
    [
      "MembershipError": """
      unknownMember usernameLength usernameCharacter usernameCapitals usernameReserved
      usernameTaken displayNameLength bioLength pictureKeyLength accountKindLength
      preferredSettingCount preferredSettingLength
      """,
      "TieError": """
      unknownMember oneself blocked alreadyFollowing notFollowing alreadyAskedToFollow
      notAskedToFollow alreadyFriends notFriends alreadyAskedForFriendship notAskedForFriendship
      alreadyBlocked notBlocked
      """,
      "NotificationError": "unknownMember unknownNotification",
      "PetError": """
      unknownMember unknownPet nameLength typeLength ageOutOfRange photoKeyLength notTheOwner isTheOwner
      alreadyInvited alreadyGuardian notInvited notGuardian
      """,
      "PublicationError": """
      unknownMember unknownCategory captionTooLong unknownPet petOfOthers tooManyMedia
      """,
      "DeletionError": "unknownMember unknownPost notAllowed",
      "EditError": "unknownMember unknownPost notTheAuthor captionTooLong",
      "InteractionError": """
      unknownMember unknownPost notVisible alreadyLiked notLiked alreadySaved notSaved
      commentTooLong ownPost notAFriend alreadyVoted notAllowed unknownComment
      """,
      "ContestError": """
      unknownMember unknownPost noContest notTheAuthor notPublic alreadyEntered notAnEntry
      contestClosed ownEntry alreadyVoted notVisible
      """,
    ].flatMap { type, cases in
      cases.split(whereSeparator: \.isWhitespace).map { "\(type).\($0)" }
    }.sorted() + [
      "InteractionError.a comment is empty", "PublicationError.a media key is empty",
      "MembershipError.a word of the preferred setting has a line feed",
    ]

  private static var isLong: Bool { number("FEEDLAB_RANDOM_CALLS") != nil }

  /// The seeds of the lives to be led.
  private static var lives: ClosedRange<UInt64> {
    if let seed = number("FEEDLAB_RANDOM_LIFE") { return seed...seed }
    #if DEBUG
      let usual = 40  // Without optimisation a call takes as long as twenty.
    #else
      let usual = 1000
    #endif
    let calls = number("FEEDLAB_RANDOM_CALLS") ?? UInt64(usual * callsInLife)
    return 1...max(1, calls / UInt64(callsInLife))
  }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }
}
