import Headrace
import Testing

@CasePathable
private enum Outer: Equatable {
  case inner(Inner)
  case result(Result<Int, CaseFailure>)
  case maybe(Int?)
  case moved(x: Int, y: Int)
  case done
}

@CasePathable
private enum Inner: Equatable {
  case name(String)
  case list([Int])
}

private struct CaseFailure: Error, Equatable {}

@Suite("Case paths")
struct CasePathTests {
  @Test func embedWhatTheyExtract() {
    let path = AnyCasePath<Outer, String>(\.inner.name)
    #expect(path.extract(path.embed("Ada")) == "Ada")
    #expect(path.embed("Ada") == .inner(.name("Ada")))
    #expect(path.extract(.inner(.list([]))) == nil)
    #expect(path.extract(.done) == nil)
  }

  @Test func thePathToAValueItselfChangesNothing() {
    let path = AnyCasePath<Outer, Outer>(\.self)
    #expect(path.extract(.done) == .done)
    #expect(path.embed(.done) == .done)
  }

  @Test func leadThroughOptionalsAndResults() {
    #expect(Outer.result(.success(1))[case: \.result.success] == 1)
    #expect(Outer.result(.failure(CaseFailure()))[case: \.result.failure] == CaseFailure())
    #expect(Outer.result(.success(1))[case: \.result.failure] == nil)
    #expect(Outer.maybe(2)[case: \.maybe.some] == 2)
    #expect(Outer.maybe(nil).is(\.maybe.none))
    #expect(!Outer.maybe(2).is(\.maybe.none))
  }

  @Test func keepTheLabelsOfSeveralValues() {
    let moved = Outer.moved(x: 1, y: 2)
    #expect(moved[case: \.moved]?.y == 2)
    let path: CaseKeyPath<Outer, (x: Int, y: Int)> = \.moved
    #expect(path((x: 1, y: 2)) == moved)
  }

  @Test func aCaseWithoutPayloadIsMadeByItsPath() {
    let path: CaseKeyPath<Outer, Void> = \.done
    #expect(path() == Outer.done)
    #expect(Outer.done.is(\.done))
  }

  @Test func settingAPayloadChangesAValueOfItsCase() {
    var value = Outer.inner(.name("Ida"))
    value[case: \.inner.name] = "Ada"
    #expect(value == .inner(.name("Ada")))
    value[case: \.inner.name] = nil
    #expect(value == .inner(.name("Ada")))
  }

  @Test func settingAPayloadReportsAValueOfAnotherCase() {
    var value = Outer.done
    withKnownIssue {
      value[case: \.inner.name] = "Ada"
    } matching: {
      $0.comments.map(\.rawValue).joined().contains(
        """
        Tried to change the payload of a case, but the value is of another case: 'Outer.done'.

        '[case:]' was given a path to 'Swift.String' and a value without it, so it changed \
        nothing. Check 'is(_:)' first, or set the case.
        """)
    }
    #expect(value == .done)
    value[case: \.inner.name] = nil
    #expect(value == .done)
  }

  @Test func modifyChangesThePayloadInPlace() {
    var value = Outer.inner(.list(Array(0..<100)))
    let before = value[case: \.inner.list]?.withUnsafeBufferPointer { $0.baseAddress }
    value.modify(\.inner.list) { $0[0] = 7 }
    let after = value[case: \.inner.list]?.withUnsafeBufferPointer { $0.baseAddress }
    #expect(value[case: \.inner.list]?.first == 7)
    #expect(before == after, "the list was copied")
  }

  @Test func modifyReportsAValueOfAnotherCase() {
    var value = Outer.done
    withKnownIssue {
      value.modify(\.inner.name) { $0 = "never" }
    } matching: {
      $0.comments.map(\.rawValue).joined().contains(
        "but the value is of another case: 'Outer.done'.")
    }
    #expect(value == .done)
  }
}
