/// What happens in a world, by the name it has in profiles.
public enum EventKind: String, Sendable, Hashable, CaseIterable {
  /// The hourly check of the contests.
  case rotation
  case joining
  /// Somebody comes, and looks at a first page.
  case session
  /// A notification brings somebody.
  case broughtSession = "brought-session"
  /// A visit continues: planned actions are done, and the next page is looked through.
  case visit
  case posting
  case entering
  case followBack = "follow-back"
  case deletion

  /// One of so many events of the kind is timed: few of the frequent ones, and all of the rare ones,
  /// which differ by orders of magnitude. Primes, so that no rhythm of a world is in step with them.
  var stride: Int {
    switch self {
    case .session, .visit: WorldProfile.visitStride
    case .broughtSession, .posting, .entering, .followBack, .deletion: WorldProfile.otherStride
    case .rotation, .joining: 1
    }
  }

  /// Its index among all kinds.
  var index: Int {
    switch self {
    case .rotation: 0
    case .joining: 1
    case .session: 2
    case .broughtSession: 3
    case .visit: 4
    case .posting: 5
    case .entering: 6
    case .followBack: 7
    case .deletion: 8
    }
  }
}

extension Event {
  var kind: EventKind {
    switch self {
    case .rotation: .rotation
    case .joining: .joining
    case .session: .session
    case .broughtSession: .broughtSession
    case .visit: .visit
    case .posting: .posting
    case .entering: .entering
    case .followBack: .followBack
    case .deletion: .deletion
    }
  }
}
