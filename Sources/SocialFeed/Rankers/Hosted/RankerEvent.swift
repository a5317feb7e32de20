/// What happened in a world, for a ranker that learns.
public enum RankerEvent: Hashable, Sendable {}
