internal import SocialFeed

/// A member's walk down a feed on a device, from when the member comes until the member leaves.
struct Visit: Sendable {
  let member: MemberID
  let surface: Surface
  let device: UInt32
  /// Number of the request in the run, and of the visit among the member's.
  let request: UInt32
  let refresh: UInt32
  private(set) var patience: Double
  /// Items passed.
  private(set) var position = 0
  /// Pages asked for.
  var pages: UInt32 = 0
  /// When the next page is asked for; `nil` when the walk has ended.
  var nextPage: Double?
  /// What the viewer will yet do with items of the pages seen, in order of time.
  private var actions: [PlannedAction] = []
  private var done = 0

  init(
    member: MemberID, surface: Surface, device: UInt32, request: UInt32, refresh: UInt32,
    patience: Double
  ) {
    self.member = member
    self.surface = surface
    self.device = device
    self.request = request
    self.refresh = refresh
    self.patience = patience
  }

  /// When the visit goes on, or `nil` when it is over.
  var nextTime: Double? {
    guard done < actions.count else { return nextPage }
    return nextPage.map { min($0, actions[done].time) } ?? actions[done].time
  }

  /// Goes on after a page: to the next, if there is a time for it.
  mutating func turn(at time: Double?, position: Int, patience: Double) {
    nextPage = time
    self.position = position
    self.patience = patience
  }

  /// Ends the walk; what was planned on the way will still be done.
  mutating func abandon() { nextPage = nil }

  /// Plans an action. Few are not in order of time already.
  mutating func plan(_ action: PlannedAction) {
    var place = actions.count
    while place > done && actions[place - 1].time > action.time { place -= 1 }
    actions.insert(action, at: place)
  }

  /// Takes the next action whose time has come.
  mutating func takeAction(at time: Double) -> PlannedAction? {
    guard done < actions.count, actions[done].time <= time else { return nil }
    done += 1
    defer {
      if done == actions.count {
        actions.removeAll(keepingCapacity: true)
        done = 0
      }
    }
    return actions[done - 1]
  }
}

/// What a viewer will do with a post, and when.
struct PlannedAction: Sendable {
  let time: Double
  let post: PostID
  let kind: InteractionKind
}

/// The visits under way, in places that are used again.
struct Visits: Sendable {
  private var visits: [Visit] = []
  private var free: [UInt32] = []

  mutating func add(_ visit: Visit) -> UInt32 {
    if let place = free.popLast() {
      visits[Int(place)] = visit
      return place
    }
    visits.append(visit)
    return UInt32(visits.count - 1)
  }

  mutating func remove(_ place: UInt32) { free.append(place) }

  subscript(place: UInt32) -> Visit {
    _read { yield visits[Int(place)] }
    _modify { yield &visits[Int(place)] }
  }
}
