/// The other requests in the message of a repeated request.
public enum RequestCompany: Hashable, Sendable {
  /// What its ranker gets by its carrier as usual.
  case usual
  /// No other request.
  case alone
  /// Another request.
  case another
}

extension RequestCompany {
  /// How a request was sent again, as a part of a sentence.
  func phrase(of count: Int) -> String {
    let reversed = "with its \(count) candidates in reverse order"
    return switch self {
    case .usual: reversed
    case .alone: "alone, \(reversed)"
    case .another: "in one batch with another request, \(reversed)"
    }
  }
}
