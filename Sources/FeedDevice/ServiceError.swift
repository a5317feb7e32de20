public import SocialFeed

/// Why the service refused a call: the typed error that it answered with.
public enum ServiceError: Error, Hashable, Sendable {
  case interaction(InteractionError)
  case contest(ContestError)
  case tie(TieError)
  case sync(SyncError)
  case page(FeedRequestError)
}

extension ServiceError: CustomStringConvertible {
  /// The sentence of the service.
  public var description: String {
    switch self {
    case .interaction(let error): error.description
    case .contest(let error): error.description
    case .tie(let error): error.description
    case .sync(let error): error.description
    case .page(let error): error.description
    }
  }
}

extension ServiceError {
  /// Whether the refusal to switch a button shows that it is switched so already.
  func shows(_ kind: DeviceButton.Kind, _ isOn: Bool) -> Bool {
    switch (kind, isOn, self) {
    case (.like, true, .interaction(.alreadyLiked)), (.like, false, .interaction(.notLiked)),
      (.save, true, .interaction(.alreadySaved)), (.save, false, .interaction(.notSaved)),
      (.vote, true, .interaction(.alreadyVoted)), (.vote, true, .contest(.alreadyVoted)),
      (.follow, true, .tie(.alreadyFollowing)), (.follow, true, .tie(.alreadyAskedToFollow)),
      (.follow, false, .tie(.notFollowing)), (.follow, false, .tie(.notAskedToFollow)):
      true
    default: false
    }
  }
}
