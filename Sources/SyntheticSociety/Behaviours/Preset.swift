/// What the app has besides feeds, contests and ties.
public enum AppKind: String, CaseIterable, Sendable {
  /// No further behaviour: everybody has one device, calls neither fail nor last, and no post is deleted.
  case feed
  /// Several devices on a faulty network, notifications that bring people back, pets, blocking, private accounts
  /// and deleted posts, as in the apps that FeedLab's domain models. The numbers are assumptions.
  case full

  /// Sets the numbers of what an app has or lacks.
  public func apply(to parameters: inout SocietyParameters) {
    let isFull = self == .full
    parameters.devices.second = isFull ? 0.3 : 0
    parameters.devices.failure = isFull ? 0.005 : 0
    parameters.devices.latency = isFull ? 0.12 : 0
    parameters.notifications.gain = isFull ? Notifications.Parameters.gainOfFullApp : 0
    parameters.pets.share = isFull ? 0.3 : 0
    parameters.pets.guardians = isFull ? 0.3 : 0
    parameters.blocking.hazard = isFull ? 0.0005 : 0
    parameters.accounts.privateShare = isFull ? 0.1 : 0
    parameters.deleting.share = isFull ? 0.03 : 0
  }

  /// What it does, in one sentence.
  public var summary: String {
    switch self {
    case .feed: "feeds, contests and ties only"
    case .full:
      "several devices on a faulty network, notifications, pets, blocking, private accounts and deleted posts too"
    }
  }
}

/// Components of behaviour that are switched off together.
///
/// Without a preset satisfaction drives return and churn, and people are satiated and drift. Each preset takes away
/// what may explain a difference between rankers: what is left of it under `satiating` does not come from who leaves,
/// under `sticky` not from people who change, under `static` from pages only.
public enum Preset: String, CaseIterable, Sendable {
  /// People are the same from start to end: no drift, satiation, feedback of attention, return by
  /// satisfaction or churn.
  case `static`
  /// Satisfaction drives return; people do not leave, become satiated or drift.
  case sticky
  /// Satisfaction drives return; people become satiated and drift, but do not leave.
  case satiating

  /// Sets the numbers of the components that it switches.
  public func apply(to parameters: inout SocietyParameters) {
    let off: [BehaviourComponent] =
      switch self {
      case .static:
        [Satiation.component, Drift.component, Posting.component, Returning.component]
      case .sticky: [Satiation.component, Drift.component]
      case .satiating: []
      }
    for component in off { component.switchOff(in: &parameters) }
    parameters.churn.scale = 0
  }

  /// Its effect and purpose, in one sentence.
  public var summary: String {
    switch self {
    case .static:
      "no satiation, drift, attention feedback, return by satisfaction or churn, to see what pages do by themselves"
    case .sticky: "no satiation, drift or churn, to see what return by satisfaction does"
    case .satiating: "no churn, to see the same people to the end"
    }
  }
}
