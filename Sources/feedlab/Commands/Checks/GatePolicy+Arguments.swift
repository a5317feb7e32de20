public import ArgumentParser
public import Reports

extension GatePolicy.Failure: ExpressibleByArgument {}

extension GatePolicy.Undecided: ExpressibleByArgument {}
