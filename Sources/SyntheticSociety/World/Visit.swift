internal import SocialFeed

/// A member's walk down a feed on a device, from when the member comes until the member leaves.
struct Visit: Sendable {
  let member: MemberID
  let surface: Surface
  let device: UInt32
  /// The number of the session for its draws.
  let session: UInt32
  /// Number of the request in the run.
  private(set) var request: UInt32
  /// How many refreshes the session has made before this one.
  private var refreshes: UInt32 = 0
  private(set) var patience: Double
  /// Items passed in this refresh, and in the whole walk.
  private(set) var position = 0
  private(set) var passed = 0
  /// Pages requested in this refresh.
  var pages: UInt32 = 0
  /// Items opened in this refresh.
  private(set) var opened = 0
  /// Utility of the items looked at, and their number.
  private(set) var worth = 0.0
  private(set) var examined = 0
  /// When the next page is requested; `nil` when the walk has ended.
  var nextPage: Double?

  init(
    member: MemberID, surface: Surface, device: UInt32, session: UInt32, request: UInt32,
    patience: Double
  ) {
    self.member = member
    self.surface = surface
    self.device = device
    self.session = session
    self.request = request
    self.patience = patience
  }

  /// Number of the refresh among the member's. A session has 256 at most.
  var refresh: UInt32 { session << 8 | min(refreshes, 255) }

  /// The walk continues from the top of a fresh screen.
  mutating func beginRefresh(request: UInt32) {
    self.request = request
    refreshes += 1
    position = 0
    pages = 0
    opened = 0
  }

  /// Counts the items of a page that were looked at.
  ///
  /// - Parameters:
  ///   - worth: The sum of the utilities of all items looked at by now.
  ///   - opened: Items opened in this refresh by now.
  mutating func count(items: Int, worth: Double, opened: Int) {
    self.worth = worth
    self.opened = opened
    examined += items
  }

  /// Ends a page, and plans the next, if there is a time for it.
  mutating func turn(at time: Double?, position: Int, patience: Double) {
    nextPage = time
    passed += position - self.position
    self.position = position
    self.patience = patience
  }

  /// Ends the walk; what was planned on the way will still be done.
  mutating func abandon() { nextPage = nil }
}

/// An action of a viewer on a post that is yet to come.
struct PlannedAction: Sendable {
  let time: Double
  let post: PostID
  let kind: InteractionKind
  /// The request whose page showed the post.
  let request: UInt32
}

/// The planned actions of a viewer on the pages seen, in order of time.
private struct PlannedActions: Sendable {
  private var actions: [PlannedAction] = []
  private var done = 0

  /// When the next action is due.
  var nextTime: Double? { done < actions.count ? actions[done].time : nil }

  /// Plans an action. Most come in order of time.
  mutating func plan(_ action: PlannedAction) {
    var slot = actions.count
    while slot > done && actions[slot - 1].time > action.time { slot -= 1 }
    actions.insert(action, at: slot)
  }

  /// Takes the next action whose time has come.
  mutating func takeAction(at time: Double) -> PlannedAction? {
    guard done < actions.count, actions[done].time <= time else { return nil }
    done += 1
    defer {
      if done == actions.count { removeAll() }
    }
    return actions[done - 1]
  }

  mutating func removeAll() {
    actions.removeAll(keepingCapacity: true)
    done = 0
  }
}

/// The visits under way, in reused slots.
struct Visits: Sendable {
  private var visits: [Visit] = []
  /// Kept beside the visits, whose values are copied often.
  private var actions: [PlannedActions] = []
  private var free: [UInt32] = []

  mutating func add(_ visit: Visit) -> UInt32 {
    if let slot = free.popLast() {
      visits[Int(slot)] = visit
      return slot
    }
    visits.append(visit)
    actions.append(PlannedActions())
    return UInt32(visits.count - 1)
  }

  /// Ends a visit without further planned events.
  mutating func remove(_ slot: UInt32) { free.append(slot) }

  subscript(slot: UInt32) -> Visit {
    _read { yield visits[Int(slot)] }
    _modify { yield &visits[Int(slot)] }
  }

  /// Plans an action of a visit.
  mutating func plan(_ action: PlannedAction, of slot: UInt32) {
    actions[Int(slot)].plan(action)
  }

  /// Takes a visit's next action whose time has come.
  mutating func takeAction(of slot: UInt32, at time: Double) -> PlannedAction? {
    actions[Int(slot)].takeAction(at: time)
  }

  /// When a visit continues, or `nil` when it is over.
  func nextTime(of slot: UInt32) -> Double? {
    let page = visits[Int(slot)].nextPage
    guard let action = actions[Int(slot)].nextTime else { return page }
    return page.map { min($0, action) } ?? action
  }
}
