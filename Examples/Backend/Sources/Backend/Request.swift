import SocialFeed

/// What a client asks for: one line of JSON, such as `{"like": {"post": 3, "by": 1}}`.
enum Request: Codable {
  case join(username: String)
  case follow(member: MemberID, by: MemberID)
  /// In a category by its name, or in none.
  case publish(caption: String, category: String?, by: MemberID)
  case comment(text: String, post: PostID, by: MemberID)
  case like(post: PostID, by: MemberID)
  case unlike(post: PostID, by: MemberID)
  /// A page of a feed: the first, or the one behind `cursor`, which is the text that the last page came with.
  case page(feed: String, viewer: MemberID?, cursor: String?)
  /// Writes a snapshot, so that the next start has less to replay.
  case keep
  /// What two communities have in common if they are the same.
  case digest
}

/// What the service answers: one line of JSON.
enum Answer: Encodable {
  case member(id: MemberID)
  case post(id: PostID)
  case page(posts: [Cell], cursor: String?)
  case digest(value: String)
  case done
  case refused(why: String)
}

/// What this app shows of a post: a part of what `FeedPage.Cell` has.
struct Cell: Encodable {
  let post: PostID
  let author: String
  let caption: String
  let category: String?
  let likes: Int
  let comments: Int
  let isLiked: Bool

  init(_ cell: FeedPage.Cell) {
    post = cell.post
    author = cell.username
    caption = cell.caption
    category = cell.categoryName
    likes = cell.likeCount
    comments = cell.commentCount
    isLiked = cell.isLiked
  }
}
