import CAllocationCount
import Headrace
import Testing

@CasePathable
private enum Outer {
  case middle(Middle)
  case rows(IdentifiedAction<Int, Middle>)
  case path(StackAction<Int, Middle>)
  case sheet(PresentationAction<Middle>)
  indirect case boxed(Middle)
  case result(Result<Middle, CaseFailure>)
  case maybe(Middle?)
  case pair(name: String, numbers: [Int])
  case done
}

@CasePathable
private enum Middle {
  case inner(Inner)
  case name(String)
}

@CasePathable
private enum Inner {
  case list([Int])
  case wide(InlineArray<64, Int>)
}

private struct CaseFailure: Error {}

@Suite("A case path, once made", .enabled(if: allocation_count_is_available()))
struct CasePathAllocationTests {
  private static let list = Middle.inner(.list([1, 2, 3]))
  private static let wide = Middle.inner(.wide(InlineArray(repeating: 7)))

  @Test func takesAPayloadOutWithoutAllocating() {
    expectNothing(\.middle, .middle(Self.list))
    expectNothing(\.done, .done)
    expectNothing(\.boxed, .boxed(Self.list))
    expectNothing(\.maybe.some, .maybe(Self.list))
    expectNothing(\.result.success, .result(.success(Self.list)))
    let pair = AnyCasePath<Outer, (name: String, numbers: [Int])>(\.pair)
    expectNothing(pair, .pair(name: "a name too long to be kept in place", numbers: [1]))
  }

  @Test func takesAPayloadOutOfSeveralEnumsWithoutAllocating() {
    expectNothing(\.middle.inner.list, .middle(Self.list))
    expectNothing(\.middle.inner.wide, .middle(Self.wide))
    expectNothing(\.boxed.inner.wide, .boxed(Self.wide))
    expectNothing(\.maybe.some.inner.list, .maybe(Self.list))
    expectNothing(\.result.success.inner.list, .result(.success(Self.list)))
  }

  @Test func takesAChildsActionOutWithoutAllocating() {
    expectNothing(\.rows[id: 1].inner.list, .rows(.element(id: 1, action: Self.list)))
    expectNothing(\.path[id: 0].inner.list, .path(.element(id: 0, action: Self.list)))
    expectNothing(\.sheet.presented.inner.list, .sheet(.presented(Self.list)))
    expectNothing(\.sheet.dismiss, .sheet(.dismiss))
  }

  @Test func findsNothingWithoutAllocating() {
    let path = AnyCasePath<Outer, [Int]>(\.middle.inner.list)
    for value in [Outer.done, .boxed(Self.list), .middle(Self.wide), .middle(.name("a"))] {
      // The first call may create the runtime's metadata of the types.
      var found: [Int]?? = path.extract(value)
      #expect(allocationCount { found = path.extract(value) } == 0)
      #expect(found == .some(nil))
    }
  }

  private func expectNothing<Value>(
    _ keyPath: CaseKeyPath<Outer, Value>, _ value: Outer,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectNothing(AnyCasePath(keyPath), value, sourceLocation: sourceLocation)
  }

  private func expectNothing<Value>(
    _ path: AnyCasePath<Outer, Value>, _ value: Outer,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var foundCount = 0
    // The first call may create the runtime's metadata of the types.
    _ = path.extract(value)
    let count = allocationCount {
      for _ in 1...10 where path.extract(value) != nil { foundCount += 1 }
    }
    #expect(foundCount == 10, sourceLocation: sourceLocation)
    #expect(count == 0, sourceLocation: sourceLocation)
  }
}
