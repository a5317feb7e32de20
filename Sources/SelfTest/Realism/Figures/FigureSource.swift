/// Where a published figure comes from.
package struct FigureSource: Sendable, Hashable {
  /// Kinds of communities; figures of one kind share a spread.
  package enum Kind: Sendable, Hashable {
    /// A network or feed in which members follow, look and like.
    case socialNetwork
    /// Questions and answers.
    case questions
    /// Votes on entries of a contest.
    case contests
    /// Randomised tests of a publisher.
    case headlines
    /// Results that the behaviour model states, with their tolerances.
    case model
  }

  /// The first part of the ids of its figures.
  package let id: String
  /// A few words.
  package let name: String
  /// Authors, publication, and how much of it was counted.
  package let citation: String
  /// The licence of the data; the figures here are facts computed from them.
  package let licence: String
  package let kind: Kind

  package static let all = [
    kuairand, advogato, flickr, facebookPhotos, klout, stackExchange, hackerNews, upworthy,
    dpChallenge, model, openBandit, studies,
  ]

  static let kuairand = FigureSource(
    id: "kuairand", name: "KuaiRand",
    citation: """
      Gao et al., CIKM 2022: KuaiRand-27K, a feed of videos of one screen each, 322 million ranked and 1.2 \
      million random impressions in a month; its users were selected for activity
      """, licence: "CC BY-SA 4.0", kind: .socialNetwork)
  static let advogato = FigureSource(
    id: "advogato", name: "Advogato",
    citation: "Trust network of advogato.org by KONECT, without ties to oneself: 5,155 people",
    licence: "CC BY-SA 2.0 DE", kind: .socialNetwork)
  static let flickr = FigureSource(
    id: "flickr_dresden", name: "Flickr",
    citation: "Dunkel, Flickr sample of Dresden: 8,633 public photos of 633 people, 2007 to 2018",
    licence: "in a GPL-3.0 repository", kind: .socialNetwork)
  static let facebookPhotos = FigureSource(
    id: "facebook_live", name: "Facebook pages",
    citation: "Dehouche, UCI Machine Learning Repository 2018: 2,979 photos of nine sellers",
    licence: "CC BY 4.0", kind: .socialNetwork)
  static let klout = FigureSource(
    id: "klout", name: "Klout",
    citation: """
      Spasojevic et al., KDD 2015: 695 comments on Facebook posts, each within a day of its post
      """, licence: "CC BY 3.0", kind: .socialNetwork)
  static let stackExchange = FigureSource(
    id: "stackexchange_quantum", name: "Stack Exchange",
    citation: "Quantum Computing Stack Exchange, its first half year: 1,672 posts, 402 people",
    licence: "CC BY-SA 3.0 and 4.0", kind: .questions)
  static let hackerNews = FigureSource(
    id: "hacker_news", name: "Hacker News",
    citation: """
      Social Protocols, README of Quality News: upvotes a minute at each rank of the front page, over \
      several months
      """, licence: "cited facts", kind: .headlines)
  static let upworthy = FigureSource(
    id: "upworthy", name: "Upworthy",
    citation: "Matias et al., Scientific Data 8, 2021: 3,429 tests of headlines, 15,954 arms",
    licence: "CC BY 4.0", kind: .headlines)
  static let dpChallenge = FigureSource(
    id: "dpchallenge_2009", name: "DPChallenge",
    citation: "Ratings of 16,489 photos in contests until 2009; aggregate facts only",
    licence: "none stated: no rows are used", kind: .contests)
  static let model = FigureSource(
    id: "model", name: "behaviour model",
    citation: "Results that the model of behaviour states, with their tolerances",
    licence: "FeedLab's own", kind: .model)
  static let openBandit = FigureSource(
    id: "openbandit_men", name: "Open Bandit",
    citation: "Saito et al., arXiv:2008.07146: 20,000 logged fashion recommendations",
    licence: "Apache-2.0", kind: .headlines)
  static let studies = FigureSource(
    id: "studies", name: "published studies",
    citation: "Experiments with feeds and recommenders, by their authors", licence: "cited facts",
    kind: .model)
}
