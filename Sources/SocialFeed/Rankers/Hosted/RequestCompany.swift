/// What a request that is asked again is in one message with.
public enum RequestCompany: Hashable, Sendable {
  /// What its ranker gets by its carrier as usual.
  case usual
  /// No other request.
  case alone
  /// Another request.
  case another
}

extension RequestCompany {
  /// How a request was asked again, as a part of a sentence.
  func phrase(of count: Int) -> String {
    let reversed = "with its \(count) candidates in reverse order"
    return switch self {
    case .usual: reversed
    case .alone: "alone, \(reversed)"
    case .another: "in one batch with another request, \(reversed)"
    }
  }
}
