/// Exposure and quality by author and by group, over everybody with a post, shown or not.
extension RunTallies {
  /// One author with at least one post created before the end of the run.
  struct Author {
    var exposure = CompensatedSum()
    var quality = CompensatedSum()
    var posts = 0
  }

  /// The authors in order of identifier.
  var authors: [Author] {
    totals(count: members.count) { Int(posts.origin[$0].author) }.filter { $0.posts > 0 }
  }

  /// The groups with at least one post created before the end of the run, in order of their numbers.
  var authorGroups: [Author] {
    totals(count: groupCount) { Int(members.group[Int(posts.origin[$0].author)]) }
      .filter { $0.posts > 0 }
  }

  /// Exposure of all posts.
  var totalExposure: Double { CompensatedSum(exposure.ofPost[..<posts.population]).value }

  private func totals(count: Int, _ owner: (Int) -> Int) -> [Author] {
    var totals = [Author](repeating: Author(), count: count)
    for post in 0..<posts.population {
      let owner = owner(post)
      totals[owner].exposure.add(exposure.ofPost[post])
      totals[owner].quality.add(posts.quality[post])
      totals[owner].posts += 1
    }
    return totals
  }
}
