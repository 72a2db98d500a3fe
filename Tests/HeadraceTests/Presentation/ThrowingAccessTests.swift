import Headrace
import Testing

@Suite("In-place changes that throw an error")
struct ThrowingAccessTests {
  private static func clear(_ value: inout Int?) throws {
    value = nil
    throw Failure(text: "after the change")
  }

  private static func fill(_ value: inout Int?) throws {
    value = 7
    throw Failure(text: "after the change")
  }

  @Test func aPresentationKeepsItsIdentityInStep() {
    var presentation = PresentationState<Int>(wrappedValue: 1)
    #expect(throws: Failure.self) { try Self.clear(&presentation.wrappedValue) }
    #expect(presentation.wrappedValue == nil)
    #expect(presentation.identity == nil)
    #expect(throws: Failure.self) { try Self.fill(&presentation.wrappedValue) }
    #expect(presentation.identity != nil)
  }

  @Test func aStackLosesOrGainsTheElement() throws {
    var stack: StackState<Int> = [1, 2]
    let (id, version) = (try #require(stack.ids.first), stack.structureVersion)
    #expect(throws: Failure.self) { try Self.clear(&stack[id: id]) }
    #expect(Array(stack) == [2])
    #expect(stack.structureVersion != version)
    #expect(throws: Failure.self) { try Self.fill(&stack[id: id]) }
    #expect(Array(stack) == [2, 7])
  }
}
