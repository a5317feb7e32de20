import SocialFeed

/// A call that changes a community, as data.
enum Call: Hashable {
  case join(group: UInt8)
  case follow(MemberID, MemberID)
  case unfollow(MemberID, MemberID)
  case befriend(MemberID, MemberID)
  case unfriend(MemberID, MemberID)
  case publish(MemberID, CategoryID, Privacy)
  /// All kinds of interaction, votes included.
  case interact(InteractionKind, PostID, MemberID)
  case enter(PostID, MemberID)
  case rotateContests
}

/// What came of a call.
enum Outcome: Hashable {
  case done
  case joined(MemberID)
  case published(PostID)
  case opened(ContestID?)
  /// With the typed error.
  case refused(AnyHashable)
}

extension Community {
  mutating func apply(_ call: Call, now: Double) -> Outcome {
    do {
      switch call {
      case .join(let group): return .joined(join(group: group, now: now))
      case .follow(let one, let other): try follow(one, other, now: now)
      case .unfollow(let one, let other): try unfollow(one, other, now: now)
      case .befriend(let one, let other): try befriend(one, other, now: now)
      case .unfriend(let one, let other): try unfriend(one, other, now: now)
      case .publish(let author, let category, let privacy):
        return .published(
          try publish(author: author, category: category, privacy: privacy, now: now))
      case .interact(let kind, let post, let member): try interact(kind, post, member, now: now)
      case .enter(let post, let member): try enter(post, by: member, now: now)
      case .rotateContests: return .opened(rotateContests(now: now))
      }
      return .done
    } catch let error as TieError {
      return .refused(error)
    } catch let error as PublicationError {
      return .refused(error)
    } catch let error as InteractionError {
      return .refused(error)
    } catch let error as ContestError {
      return .refused(error)
    } catch {
      preconditionFailure("an error of no known type: \(error)")
    }
  }

  private mutating func interact(
    _ kind: InteractionKind, _ post: PostID, _ member: MemberID, now: Double
  ) throws {
    switch kind {
    case .view: try view(post, by: member, now: now)
    case .like: try like(post, by: member, now: now)
    case .unlike: try unlike(post, by: member, now: now)
    case .comment: try comment("nice", on: post, by: member, now: now)
    case .save: try save(post, by: member, now: now)
    case .unsave: try unsave(post, by: member, now: now)
    case .vote: try vote(for: post, by: member, now: now)
    }
  }
}
