/// The answer to a device that requests the state of posts by identifiers of the host's own.
public struct TextInteractionStates: Hashable, Codable, Sendable {
  /// The state of a post under the identifier in the request.
  public struct Row: Hashable, Codable, Sendable {
    public let id: String
    public let state: InteractionState

    /// States what is known of the post of an identifier.
    public init(id: String, state: InteractionState) {
      self.id = id
      self.state = state
    }
  }

  /// Of each post requested that the member may see, in the order of the request.
  public let states: [Row]
  /// The identifiers of posts that there are not, or that the member may not see, in the order of the
  /// request; the answer does not distinguish the two.
  public let missing: [String]

  /// Makes an answer of states and missing posts, by default an empty one.
  public init(states: [Row] = [], missing: [String] = []) {
    self.states = states
    self.missing = missing
  }

  public var count: Int { states.count }
  public var likedCount: Int { states.count { $0.state.isLiked } }
  public var savedCount: Int { states.count { $0.state.isSaved } }
}

extension Community {
  /// As ``interactionStates(of:for:)``, by identifiers of the host's own, such as `post1`. An unbound one is missing.
  ///
  /// - Parameters:
  ///   - texts: At most ``InteractionStates/limit``, repeats included.
  ///   - table: Which post each stands for.
  /// - Throws: ``SyncError``, for a member that does not exist, too many posts or an identifier that is
  ///   empty or too long: of more than ``IdentifierTable/limit`` bytes.
  public func interactionStates(
    ofIDs texts: [String], in table: IdentifierTable<PostID>, for member: MemberID
  ) throws(SyncError) -> TextInteractionStates {
    guard contains(member) else { throw .unknownMember(member) }
    guard texts.count <= InteractionStates.limit else { throw .tooManyPosts(texts.count) }
    for text in texts where !(1...IdentifierTable<PostID>.limit).contains(text.utf8.count) {
      throw .malformedHostID(text)
    }
    var states: [TextInteractionStates.Row] = []
    var missing: [String] = []
    for (index, text) in texts.enumerated() {
      if texts[..<index].contains(where: { $0.utf8.elementsEqual(text.utf8) }) { continue }
      if let post = table.id(of: text), let state = interactionState(of: post, for: member) {
        states.append(TextInteractionStates.Row(id: text, state: state))
      } else {
        missing.append(text)
      }
    }
    return TextInteractionStates(states: states, missing: missing)
  }
}
