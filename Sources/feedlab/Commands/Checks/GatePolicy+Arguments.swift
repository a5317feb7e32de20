public import ArgumentParser
internal import Reports
internal import Studies

extension GatePolicy.Failure: ExpressibleByArgument {}

extension GatePolicy.Undecided: ExpressibleByArgument {}
