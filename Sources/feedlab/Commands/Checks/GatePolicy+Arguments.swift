public import ArgumentParser
internal import Studies

extension GatePolicy.Failure: ExpressibleByArgument {}

extension GatePolicy.Undecided: ExpressibleByArgument {}
