import Headrace
import Testing

/// A case of what is presented, read and changed through it: `$0.$child[case: \.edit]`.
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
    presentation[case: \.show] = nil
    #expect(presentation.wrappedValue == .edit(1))
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
    #expect(
      reports.map(\.text) == [
        """
        The payload of a presented case was to be changed, but another case is presented: \
        'Destination.edit'.

        '[case:]' was given a path to 'Swift.String', so it changed nothing. To present the case, \
        assign it.
        """,
        """
        The payload of a presented case was to be changed, but nothing is.

        '[case:]' was given a path to 'Swift.String', so it changed nothing. To present the case, \
        assign it.
        """,
      ])
  }
}
