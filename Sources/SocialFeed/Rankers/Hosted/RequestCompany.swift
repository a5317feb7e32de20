/// The other requests in the message of a repeated request.
public enum RequestCompany: Hashable, Sendable {
  /// What its ranker gets by its carrier as usual.
  case usual
  /// No other request.
  case alone
  /// Another request.
  case another
  /// The few of its lane that are sent again in an instance of the ranker that had no other lane.
  case fresh
  /// The few of its lane that are sent again when its world has ended.
  case later
}

extension RequestCompany {
  /// How a request with candidates was sent again, as a part of a sentence.
  func phrase(of count: Int) -> String {
    let reversed = "with its \(count) candidates in reverse order"
    return self == .usual ? reversed : "\(phrase), \(reversed)"
  }

  /// How a request without candidates was sent again.
  var phrase: String {
    switch self {
    case .usual: "at once"
    case .alone: "alone"
    case .another: "in one batch with another request"
    case .fresh: "in a fresh instance of the ranker"
    case .later: "at the end of its world"
    }
  }

  /// Where to look for what made the answers differ, besides chance: the object of a sentence.
  var memory: String {
    switch self {
    case .usual, .alone, .another: "a state that is kept between requests"
    case .fresh, .later:
      "a memory of other requests, worlds or arms, or a look at the clock"
    }
  }
}
