import Headrace
import Testing

/// Reading and changing a case of a presented enum: `$0.$child[case: \.edit]`.
@Suite struct PresentedCaseTests {
  @CasePathable enum Destination: Equatable { case edit(Int), show(String) }

  @Test func thePayloadIsChangedInPlace() {
    var presentation = PresentationState<Destination>(wrappedValue: .edit(1))
    let identity = presentation.identity
    presentation[case: \.edit]? += 1
    #expect(presentation.wrappedValue == .edit(2))
    #expect(presentation[case: \.edit] == 2)
    #expect(presentation[case: \.show] == nil)
    #expect(presentation.identity == identity)
  }

  @Test func nilEndsThePresentationOfThatCase() {
    var presentation = PresentationState<Destination>(wrappedValue: .edit(1))
    presentation[case: \.edit] = nil
    #expect(presentation.wrappedValue == nil)
    #expect(presentation.identity == nil)
  }

  @Test func anotherCaseIsNotChangedAndReported() async {
    var presentation = PresentationState<Destination>(wrappedValue: .edit(1))
    let line = #line + 2
    let reports = await reports {
      presentation[case: \.show] = "a"
      presentation.wrappedValue = nil
      presentation[case: \.show] = "b"
    }
    #expect(presentation.wrappedValue == nil)
    #expect(reports.map(\.line) == [line, line + 2])
    let remedy = """
      '[case:]' was given a path to 'Swift.String', so it changed nothing. To present the case, \
      assign it. To dismiss whatever is presented, assign 'nil' to the property itself.
      """
    #expect(
      reports.map(\.text) == [
        """
        Tried to change the payload of a presented case, but another case is presented: \
        'Destination.edit'.

        \(remedy)
        """,
        """
        Tried to change the payload of a presented case, but nothing is.

        \(remedy)
        """,
      ])
  }

  @Test func aChangeInPlaceOfAnotherCaseIsReported() async {
    var presentation = PresentationState<Destination>(wrappedValue: .edit(1))
    let identity = presentation.identity
    let line = #line + 2
    let reports = await reports {
      presentation[case: \.show]?.append("a")
      presentation[case: \.show] = nil
    }
    #expect(presentation.wrappedValue == .edit(1))
    #expect(presentation.identity == identity)
    #expect(reports.map(\.line) == [line, line + 1])
    #expect(reports.allSatisfy { $0.text.contains("another case is presented") })
  }

  @Test func thePayloadIsNotCopiedToBeChanged() {
    var presentation = PresentationState<Rows>(wrappedValue: .rows(Array(0..<100)))
    let before = presentation[case: \.rows]?.withUnsafeBufferPointer { $0.baseAddress }
    presentation[case: \.rows]?[0] = 7
    let after = presentation[case: \.rows]?.withUnsafeBufferPointer { $0.baseAddress }
    #expect(presentation[case: \.rows]?.first == 7)
    #expect(before == after)
  }

  @CasePathable enum Rows { case rows([Int]) }
}
