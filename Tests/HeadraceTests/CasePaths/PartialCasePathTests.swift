import Headrace
import Testing

@CasePathable private enum Outer: Equatable {
  case inner(Inner), text(String), moved(x: Int, y: Int), ended, note(String?)
}

@CasePathable private enum Inner: Equatable { case number(Int), other }

/// Case paths in patterns, and case paths to payloads of any type.
@Suite struct PartialCasePathTests {
  private func name(of value: Outer) -> String {
    switch value {
    case \.inner.number: "number"
    case \.inner: "inner"
    case \.moved: "moved"
    case .text: "text"
    case \.ended: "ended"
    default: "default"
    }
  }

  @Test func aSwitchNamesCasesThroughSeveralEnums() {
    let values: [Outer] = [
      .inner(.number(1)), .inner(.other), .moved(x: 1, y: 2), .text("a"), .ended, .note(nil),
    ]
    #expect(
      values.map(name) == ["number", "inner", "moved", "text", "ended", "default"])
  }

  @Test func aPayloadOfAnyTypeIsTakenOut() {
    let path = \Outer.Cases.inner as PartialCaseKeyPath
    #expect(Outer.inner(.other)[case: path] as? Inner == .other)
    #expect(Outer.text("a")[case: path] == nil)
    let partial: PartialCaseKeyPath<Outer> = \.inner.number
    #expect(Outer.inner(.number(3))[case: partial] as? Int == 3)
  }

  @Test func aPayloadOfAnyTypeIsEmbeddedIfItIsOfTheCasesType() {
    let path = \Outer.Cases.inner as PartialCaseKeyPath
    #expect(path(Inner.number(1)) == .inner(.number(1)))
    #expect(path(1) == nil)
    let note: PartialCaseKeyPath<Outer> = \.note
    #expect(note("a") == .note("a"))
    #expect(note(String?.none as Any) == .note(nil))
  }

  @Test func aCaseThatCanNotHappenHasAPath() {
    let failure: Result<Int, Never> = .success(1)
    #expect(failure.is(\.success))
    #expect(!failure.is(\.failure))
  }
}
