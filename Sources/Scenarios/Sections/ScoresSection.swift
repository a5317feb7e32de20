internal import DataFiles
internal import SocialFeed

/// The file with the scores of a ranker, and the score of what it does not have.
enum ScoresSection {
  static let example = "{ranker: external, scores: scores.csv}"

  private static let number = NumberForm(range: -1e12...1e12)

  static let keys = [
    KeySyntax(
      path: "scores",
      summary:
        "A table with the columns post_id and score, and for scores of a viewer's own user_id: the "
        + "numbers that traces have. A post's number means another post in each world, so that a comparison "
        + "of several needs the column world. Scores of posts, members and worlds that a run does not have are not "
        + "used, and reports count unused scores of posts and members. The path starts at the scenario's folder.",
      form: .text("the path of a file"), isRequired: true),
    KeySyntax(
      path: "missing",
      summary:
        "The score of what the file does not have. Without it the file has to have a score for each "
        + "post up to its last, and posts that are published later are behind all others that are scored.",
      form: .scalar(number.description, number.schema), defaultSummary: "none"),
  ]

  /// The scores of a ranker's map, or `nil` after adding faults.
  static func reading(_ cursor: DocumentCursor, from files: InputFiles) -> ScoreTable? {
    let before = cursor.faults.count
    let missing = cursor["missing"].flatMap { $0.number(number) }
    guard let scores = cursor["scores"] else {
      cursor.missing("scores", "is missing; write \(example)")
      return nil
    }
    if case .scalar(let name, _) = scores.node.content,
      let known = files.known.tables.first(where: { InputFiles.digestPrefix + $0.digest == name })
    {
      return cursor.faults.count == before ? known.replacing(missing: missing) : nil
    }
    guard let file = files.open(scores) else { return nil }
    var parser = ScoreTableParser(file.bytes, file: file.location)
    parser.read(isComplete: cursor["missing"] == nil)
    cursor.faults.add(contentsOf: parser.faults.faults)
    guard cursor.faults.count == before else { return nil }
    do throws(ScoreTableError) {
      return try ScoreTable(
        parser.rows, missing: missing, source: file.location, digest: file.digest)
    } catch {
      scores.fault(.contradiction(error.description))
      return nil
    }
  }
}
