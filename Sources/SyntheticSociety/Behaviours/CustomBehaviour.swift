/// Behaviours that another package defines, which a scenario switches on by their name:
/// `behaviour: {custom: [first-five]}`.
///
/// ```swift
/// CustomBehaviour(name: "first-five", summary: "People examine the first five posts of a page.") {
///   $0.examination = FirstFive()
/// }
/// ```
///
/// `FeedLabCommand.main(behaviours:)` adds it to a program's behaviours. Two of one name are taken for the same.
public struct CustomBehaviour: Sendable {
  /// The name in scenarios: small letters, digits and hyphens.
  public let name: String
  /// What people do, as a sentence.
  public let summary: String
  private let replace: @Sendable (inout Behaviours) -> Void

  /// - Parameter replace: Swaps behaviours for others; called once for each world with those that the scenario
  ///   describes.
  public init(
    name: String, summary: String, replace: @escaping @Sendable (inout Behaviours) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.replace = replace
  }

  /// This program's custom behaviours; no two have one name.
  @TaskLocal package static var available: [CustomBehaviour] = []

  func apply(to behaviours: inout Behaviours) { replace(&behaviours) }
}

extension CustomBehaviour: Hashable {
  public static func == (left: CustomBehaviour, right: CustomBehaviour) -> Bool {
    left.name == right.name
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
