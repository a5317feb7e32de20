import SyntheticSociety
import TestSupport
import Testing

@Suite struct SocietyParameterTests {
  /// A number without a declaration would stay 0, and two declarations of one number would conflict.
  @Test func `every number of a society is declared once, and has its default`() {
    let society = SocietyParameters()
    let numbers = Mirror(reflecting: society).children.filter { $0.label != "pool" }.flatMap {
      section in
      Mirror(reflecting: section.value).children.filter { $0.value is Double }
    }
    let all = SocietyParameter.all
    expectEqual(Set(all.map { AnyHashable($0.path as AnyKeyPath) }).count, numbers.count)
    #expect(Set(all.map(\.key)).count == all.count && all.count == numbers.count)
    for parameter in all {
      expectEqual(society[keyPath: parameter.path], parameter.defaultValue, "\(parameter.key)")
      #expect(parameter.range.contains(parameter.defaultValue), "\(parameter.key)")
    }
  }

  @Test func `components are numbered from 1, and each has the numbers that switch it off`() {
    expectEqual(BehaviourComponent.all.map(\.number), Array(1...BehaviourComponent.all.count))
    for component in BehaviourComponent.all {
      var off = SocietyParameters()
      component.switchOff(in: &off)
      let moved = SocietyParameter.all.filter { off[keyPath: $0.path] != $0.defaultValue }
      let own = Set(component.parameters.map(\.key))
      #expect(moved.map(\.key).allSatisfy(own.contains), "\(component.name)")
      for section in component.sections {
        #expect(own.contains { $0 == section || $0.hasPrefix(section + ".") }, "\(section)")
      }
    }
  }

  @Test func `an equation has the default numbers, each as short as it can be`() {
    func equation(_ name: String) -> String? { BehaviourComponent.named(name)?.equation }
    expectEqual(
      equation("utility"),
      "U = 3 m + 0.6 q + 0.7 friend + 0.6 e + 0.4 freshness - 0.5 satiation - 1.5 familiarity + herding."
    )
    expectEqual(equation("satisfaction"), "s <- 0.9 s + 0.1 (session utility - personal norm).")
    expectEqual(
      equation("scrolling"),
      "Patience starts at 10 on average, changes by -0.5 + engaged + tanh(worth) + 1.8 Z an item,"
        + " and ends at 0.")
  }
}
