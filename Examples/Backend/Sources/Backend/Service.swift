import SocialFeed

/// Owns the community: requests of many clients are served one after the other.
actor Service {
  private var community: Community
  private let folder: Folder

  private static let categories = ["PASTA_ITALIAN", "BURGER_AMERICAN", "SOUP"]

  /// Reads what a folder keeps, or begins with nobody.
  init(in folder: Folder) throws {
    self.folder = folder
    let names = try CategoryNames(Self.categories)
    community =
      try folder.community() ?? Community(categoryCount: names.count, categoryNames: names)
    for event in try folder.changes() where event.sequence >= community.changeCount {
      try community.apply(event)
    }
    community.recordsChanges = true
  }

  /// Answers a request, and keeps what it changed before it answers.
  ///
  /// - Parameter now: Seconds on the service's clock, which may step back.
  func answer(_ request: Request, now: Double) throws -> Answer {
    do {
      let answer = try serve(request, now: now)
      try folder.append(community.takeChanges())
      return answer
    } catch let error where !(error is FolderError) {
      // A refused call has changed nothing.
      return .refused(why: "\(error)")
    }
  }

  private func serve(_ request: Request, now: Double) throws -> Answer {
    switch request {
    case .join(let username):
      return .member(id: try community.join(username: username, now: now))
    case .follow(let member, let follower):
      try community.follow(follower, member, now: now)
    case .publish(let caption, let name, let author):
      let category = name.flatMap { community.categoryNames.category(named: $0) }
      if let name, category == nil { return .refused(why: "there is no category '\(name)'") }
      return .post(
        id: try community.publish(author: author, category: category, caption: caption, now: now))
    case .comment(let text, let post, let author):
      try community.comment(text, on: post, by: author, now: now)
    case .like(let post, let member): try community.like(post, by: member, now: now)
    case .unlike(let post, let member): try community.unlike(post, by: member, now: now)
    case .page(let feed, let viewer, let cursor):
      guard let surface = Surface.allCases.first(where: { $0.description == feed }) else {
        return .refused(why: "there is no feed '\(feed)'")
      }
      let page = try community.page(
        surface, for: viewer, now: now, pageSize: 1,
        cursor: try cursor.map { text throws(CursorError) in try FeedCursor(text: text) })
      return .page(posts: community.cells(of: page).map(Cell.init), cursor: page.next?.text)
    case .keep: try folder.keep(community)
    case .digest: return .digest(value: community.digest.description)
    }
    return .done
  }
}
