/// Votes that an experimenter gives to entries of contests, the same ones in every arm.
///
/// An entry has them when it is submitted. Accounts without other actions cast them, one vote each, and the entries
/// that get them do not depend on members' actions. Planted votes make no notifications.
public struct PlantedVotes: ParameterSection {
  public var votes = 0.0
  public var share = 0.0
  public var contest = 0.0
  public var entry = 0.0

  static let parameters = [
    SocietyParameter(
      "interventions.votes.planted", \.plantedVotes.votes, 0, in: 0...1000, unit: "an entry",
      isInteger: true,
      "Votes that are there when an entry is submitted, by accounts that do nothing else."),
    SocietyParameter(
      "interventions.votes.share", \.plantedVotes.share, 1, in: 0...1, unit: "of entries",
      "Share of the entries that get them, drawn for each entry."),
    SocietyParameter(
      "interventions.votes.contest", \.plantedVotes.contest, 0, in: 0...1000, isInteger: true,
      "The only contest whose entries get them, counted from 1; 0 for all."),
    SocietyParameter(
      "interventions.votes.entry", \.plantedVotes.entry, 0, in: 0...20_000_000, isInteger: true,
      "The only entry of a contest that gets them, counted from 1 in the order in which they come; 0 for all."
    ),
  ]

  /// Whether an entry gets them.
  ///
  /// - Parameters:
  ///   - contest: The number of its contest, from 0.
  ///   - entry: Its number in the contest, from 0.
  ///   - uniform: A draw of the entry.
  func areFor(entry: Int, of contest: Int, uniform: Double) -> Bool {
    votes > 0 && (self.contest == 0 || Int(self.contest) == contest + 1)
      && (self.entry == 0 || Int(self.entry) == entry + 1) && uniform < share
  }
}
