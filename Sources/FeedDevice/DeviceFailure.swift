/// What a device could not get done, and why.
public struct DeviceFailure: Error, Hashable, Sendable {
  /// What was to be done.
  public enum Action: Hashable, Sendable {
    case loadPosts
    case turn(DeviceButton, isOn: Bool)
  }

  /// Why it was not done.
  public enum Reason: Hashable, Sendable {
    /// The call failed; the text is the caller's.
    case failed(String)
    case refused(ServiceError)
  }

  public let action: Action
  public let reason: Reason
}

extension DeviceFailure: CustomStringConvertible {
  /// What an app shows: "Failed to load posts: …", "Failed to like post: …".
  public var description: String { "Failed to \(action): \(reason)" }
}

extension DeviceFailure.Action: CustomStringConvertible {
  /// A verb and its object.
  public var description: String {
    switch self {
    case .loadPosts: "load posts"
    case .turn(let button, let isOn):
      switch (button.kind, isOn) {
      case (.like, true): "like post"
      case (.like, false): "unlike post"
      case (.save, true): "save post"
      case (.save, false): "unsave post"
      case (.vote, _): "vote for post"
      case (.follow, true): "follow member"
      case (.follow, false): "unfollow member"
      }
    }
  }
}

extension DeviceFailure.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .failed(let text): text
    case .refused(let error): error.description
    }
  }
}
