import CustomDump
import Foundation
import Headrace
import Testing

@CasePathable
private enum Screen: Hashable, Codable, Sendable {
  case list(Int)
  case detail(String)
}

/// Numbers ids from 0 for the code of one test.
private func withIDs<Result>(_ operation: () throws -> Result) rethrows -> Result {
  try withDependencies({ $0.stackElementIDs = StackElementIDGenerator() }, operation: operation)
}

@Suite struct StackStateTests {
  @Test func idsCountFromZeroWhateverTheStack() {
    withIDs {
      var first = StackState([Screen.list(1), .list(2)])
      let second: StackState<Screen> = [.detail("a")]
      first.append(.list(3))
      #expect(Array(first.ids) == [0, 1, 3])
      #expect(Array(second.ids) == [2])
    }
  }

  @Test func everyTestCountsFromZero() {
    var stack = StackState<Screen>()
    stack.append(.list(1))
    #expect(Array(stack.ids) == [0])
  }

  @Test func anIDThatTheStackHoldsIsPassedOver() {
    withIDs {
      var stack = StackState<Screen>()
      stack[id: 0] = .list(0)
      stack[id: 2] = .list(2)
      stack.append(.list(1))
      stack.append(.list(3))
      #expect(Array(stack.ids) == [0, 2, 1, 3])
    }
  }

  @Test func settingByIDPutsReplacesAndTakesOff() {
    withIDs {
      var stack = StackState([Screen.list(1), .list(2)])
      stack[id: 0] = .detail("a")
      #expect(Array(stack) == [.detail("a"), .list(2)])
      stack[id: 0] = nil
      #expect(Array(stack.ids) == [1])
      stack[id: 7] = nil
      #expect(Array(stack.ids) == [1])
      stack[id: 7] = .list(7)
      #expect(Array(stack.ids) == [1, 7])
      #expect(stack[id: 6] == nil)
    }
  }

  @Test func anOptionalChangedInPlaceMayComeAndGo() {
    func set(_ screen: inout Screen?, to new: Screen?) { screen = new }
    withIDs {
      var stack = StackState([Screen.list(1)])
      set(&stack[id: 5], to: .list(5))
      #expect(Array(stack.ids) == [0, 5])
      set(&stack[id: 0], to: nil)
      #expect(Array(stack.ids) == [5])
      set(&stack[id: 9], to: nil)
      #expect(Array(stack) == [.list(5)])
    }
  }

  @Test func aPayloadIsChangedInPlace() {
    withIDs {
      var stack = StackState([Screen.list(1), .detail("a")])
      let key = stack.key(of: 1)
      stack[id: 1, case: \.detail]? += "b"
      #expect(stack[id: 1, case: \.detail] == "ab")
      #expect(stack.key(of: 1) == key)
      #expect(stack[id: 1, case: \.list] == nil)
      #expect(stack[id: 9, case: \.list] == nil)
      stack[id: 1, case: \.detail] = "c"
      #expect(Array(stack) == [.list(1), .detail("c")])
      #expect(stack.key(of: 1) != key, "a payload that is assigned begins anew")
      stack[id: 1, case: \.detail] = nil
      #expect(Array(stack.ids) == [0])
    }
  }

  @Test func aPayloadOfAnotherCaseIsNotSetAndReported() async {
    let stack = withIDs { StackState([Screen.list(1)]) }
    var changed = stack
    let line = #line + 2
    let reports = await reports {
      changed[id: 0, case: \.detail] = "a"
      changed[id: 4, case: \.detail] = "a"
      changed[id: 0, case: \.detail] = nil
      changed[id: 0, case: \.detail]?.append("a")
    }
    #expect(changed == stack)
    let text = { (found: String, number: Int) in
      """
      Tried to change the payload of a stack's element, but the element \(found).

      'path[id:case:]' was given a path to 'String', so it changed nothing. To replace the element \
      by another feature, or to remove it whatever it is, set 'path[id: \(number)]'. Otherwise \
      check its case first.
      """
    }
    let file = "HeadraceTests/StackStateTests.swift"
    #expect(
      reports == [
        Report(text: text("#0 is '.list'", 0), fileID: file, line: line),
        Report(text: text("#4 is not on the stack", 4), fileID: file, line: line + 1),
        Report(text: text("#0 is '.list'", 0), fileID: file, line: line + 2),
        Report(text: text("#0 is '.list'", 0), fileID: file, line: line + 3),
      ])
  }

  @Test func poppingFromTakesTheElementAndAllAbove() {
    withIDs {
      var stack = StackState((0..<4).map(Screen.list))
      #expect({ stack.pop(from: 2) }())
      #expect(Array(stack.ids) == [0, 1])
      #expect({ !stack.pop(from: 2) }())
      #expect({ stack.pop(from: 0) }())
      #expect(stack.isEmpty)
    }
  }

  @Test func poppingToTakesAllAboveTheElement() {
    withIDs {
      var stack = StackState((0..<4).map(Screen.list))
      #expect({ stack.pop(to: 3) }())
      #expect(stack.count == 4)
      #expect({ stack.pop(to: 1) }())
      #expect(Array(stack.ids) == [0, 1])
      #expect({ !stack.pop(to: 2) }())
      #expect(stack.count == 2)
    }
  }

  @Test func stacksAreEqualWhenIDsAndElementsAre() {
    let (first, second) = withIDs { (StackState([Screen.list(1)]), StackState([Screen.list(1)])) }
    #expect(first != second)
    let third = withIDs { StackState([Screen.list(1)]) }
    #expect(first == third)
    #expect(first.hashValue == third.hashValue)
    #expect(withIDs { StackState([Screen.list(2)]) } != first)
    #expect(withIDs { StackState([Screen.list(1), .list(1)]) } != first)
  }

  @Test func aStackIsCodedAsAnArrayAndGetsNewIDs() throws {
    let stack = StackState([Screen.list(1), .detail("a")])
    let data = try JSONEncoder().encode(stack)
    #expect(try JSONDecoder().decode([Screen].self, from: data) == Array(stack))
    let decoded = try withIDs { try JSONDecoder().decode(StackState<Screen>.self, from: data) }
    #expect(Array(decoded) == Array(stack))
    #expect(Array(decoded.ids) == [0, 1])
  }

  @Test func theDumpShowsElementsByID() {
    withIDs {
      let stack = StackState([Screen.list(1), .detail("a")])
      #expect(
        String(customDumping: stack) == """
          [
            #0: .list(1),
            #1: .detail("a")
          ]
          """)
      #expect(stack.description == "[#0: list(1), #1: detail(\"a\")]")
    }
  }

  @Test func theDifferenceShowsWhatCameAndWent() {
    withIDs {
      let before = StackState([Screen.list(1), .detail("a")])
      var after = before
      after[id: 1, case: \.detail] = "b"
      after.append(.list(2))
      #expect(
        diff(before, after) == """
            [
              #0: .list(1),
          -   #1: .detail("a")
          +   #1: .detail("b")
          +   #2: .list(2)
            ]
          """)
    }
  }

  @Test func changingAnElementInPlaceCopiesNothing() {
    final class Heap {}
    struct Element {
      var heap = Heap()
      mutating func isUnique() -> Bool { isKnownUniquelyReferenced(&heap) }
    }
    withIDs {
      var stack = StackState([Element(), Element()])
      let results = [
        stack[0].isUnique(), stack[id: 1]?.isUnique(),
        stack.modifyElement(id: 1) { $0.isUnique() },
      ]
      #expect(results == [true, true, true])
    }
  }

  @Test func changingInPlaceKeepsTheStructureAndAllElseDoesNot() {
    withIDs {
      var stack = StackState([Screen.list(1), .list(2), .list(3)])
      var versions = [stack.structureVersion]
      stack[id: 0]?.modify(\.list) { $0 += 1 }
      stack[1].modify(\.list) { $0 += 1 }
      stack[id: 2, case: \.list]? += 1
      #expect(stack.structureVersion == versions[0])
      stack[id: 0] = .list(9)
      versions.append(stack.structureVersion)
      stack[0] = .list(9)
      versions.append(stack.structureVersion)
      stack.append(.list(4))
      versions.append(stack.structureVersion)
      stack.removeLast()
      versions.append(stack.structureVersion)
      stack.pop(from: 2)
      versions.append(stack.structureVersion)
      stack[id: 1] = nil
      versions.append(stack.structureVersion)
      #expect(Set(versions).count == versions.count)
    }
  }
}
