import CustomDump
import Headrace
import TestEffort
import Testing

private struct Row: Identifiable, Hashable, Comparable {
  var id: Int
  var text = ""

  static func < (first: Self, second: Self) -> Bool { first.id < second.id }
}

private func rows(_ ids: some Sequence<Int>) -> IdentifiedArrayOf<Row> {
  IdentifiedArray(uniqueElements: ids.map { Row(id: $0) })
}

/// Sorts with algorithms that know a collection only by its protocols.
private func sortGenerically(_ rows: inout some MutableCollection<Row> & RandomAccessCollection) {
  rows.sort()
}

private func reverseGenerically(
  _ rows: inout some MutableCollection<Row> & RandomAccessCollection
) {
  rows.reverse()
}

@Suite("Identified arrays: whole ranges, generic algorithms, order")
struct IdentifiedArrayReorderingTests {
  /// Compares with a plain array that is searched from the front.
  @Test(arguments: 0..<Effort.count(50 as UInt64)) func itDoesWhatAPlainArrayDoes(_ seed: UInt64) {
    var random = SplitMix(state: seed)
    var array = rows(0..<8)
    var oracle = Array(array)
    var lastID = 8
    for step in 0..<200 {
      let lower = Int.random(in: 0...oracle.count, using: &random)
      let upper = Int.random(in: lower...oracle.count, using: &random)
      let number = Int.random(in: 0...oracle.count, using: &random)
      let before = array
      switch Int.random(in: 0..<14, using: &random) {
      case 0:
        array.sort()
        oracle.sort()
      case 1:
        sortGenerically(&array)
        sortGenerically(&oracle)
      case 2:
        reverseGenerically(&array)
        reverseGenerically(&oracle)
      case 3:
        array.reverse()
        oracle.reverse()
      case 4:
        var copy = random
        array.shuffle(using: &random)
        oracle.shuffle(using: &copy)
      case 5 where lower < upper:
        array.swapAt(lower, upper - 1)
        oracle.swapAt(lower, upper - 1)
      case 6:
        array[lower..<upper].reverse()
        oracle[lower..<upper].reverse()
      case 7:
        array[lower..<upper].sort()
        oracle[lower..<upper].sort()
      case 8 where number < 3:
        array.removeFirst(number)
        oracle.removeFirst(number)
      case 9 where number < 3:
        array.removeLast(number)
        oracle.removeLast(number)
      case 10 where upper - lower < 3:
        array.removeSubrange(lower..<upper)
        oracle.removeSubrange(lower..<upper)
      case 11:
        array.removeAll { $0.id % 11 == step % 11 }
        oracle.removeAll { $0.id % 11 == step % 11 }
      case 12:
        // All elements of the range get new ids.
        let new = (lower..<upper).map { Row(id: lastID + 1 + $0, text: "\(step)") }
        lastID += upper
        array[lower..<upper] = ArraySlice(new)
        oracle.replaceSubrange(lower..<upper, with: new)
      default:
        let row = Row(id: Int.random(in: 0...lastID, using: &random), text: "\(step)")
        let found = oracle.firstIndex { $0.id == row.id }
        let result = array.updateOrInsert(row, at: lower)
        #expect(result == (found.map { oracle[$0] }, found ?? lower))
        if let found { oracle[found] = row } else { oracle.insert(row, at: lower) }
      }
      #expect(Array(array) == oracle, "seed \(seed), step \(step)")
      #expect(Array(array.ids) == oracle.map(\.id), "seed \(seed), step \(step)")
      for (index, row) in oracle.enumerated() { #expect(array.index(id: row.id) == index) }
      if array.structureVersion == before.structureVersion {
        #expect(Set(array.ids) == Set(before.ids), "seed \(seed), step \(step)")
      }
    }
  }

  @Test func aSliceMayTakeItsElementsFromElsewhereInTheArray() {
    var array = rows([1, 2, 3])
    array[0..<3] = [Row(id: 2), Row(id: 3), Row(id: 1)]
    #expect(array.map(\.id) == [2, 3, 1])
  }

  @Test func aDumpIsThatOfAnArray() {
    #expect(
      String(customDumping: rows([7, 8])) == """
        [
          [0]: Row(
            id: 7,
            text: ""
          ),
          [1]: Row(
            id: 8,
            text: ""
          )
        ]
        """)
    #expect(
      diff(rows([7, 8]), rows([7, 9])) == """
          [
            [0]: Row(…),
            [1]: Row(
        -     id: 8,
        +     id: 9,
              text: ""
            )
          ]
        """)
  }

  @Test func changingOneElementCopiesNoOther() {
    final class Reference {}
    struct Box: Identifiable {
      let id: Int
      var reference = Reference()
    }
    var array = IdentifiedArray(uniqueElements: (0..<100).map { Box(id: $0) })
    let before = array.elements.withUnsafeBufferPointer { $0.baseAddress }
    array[50].reference = Reference()
    array[id: 51]?.reference = Reference()
    #expect(isKnownUniquelyReferenced(&array[id: 52]!.reference))
    let after = array.elements.withUnsafeBufferPointer { $0.baseAddress }
    #expect(before == after, "the elements were copied")
  }
}

/// The messages of traps, which name the remedy.
@Suite("Identified arrays: traps")
struct IdentifiedArrayTrapTests {
  private static func says(_ text: String, _ result: ExitTest.Result?) -> Bool {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains(text)
  }

  private static let changed = """
    The element with the id 1 of an 'IdentifiedArray' was given another id in place. Remove it, \
    and insert one with the new id.
    """

  private static let repeated = """
    Two elements have the id 2, but the ids of an 'IdentifiedArray' are unique. Say which to keep \
    with 'init(_:uniquingIDsWith:)', or add them with 'append(_:)' or 'updateOrAppend(_:)'.
    """

  @Test func anIdIsNotChangedInPlaceByPosition() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var array = rows([1, 2])
      array[0].id = 3
    }
    #expect(Self.says(Self.changed, result))
  }

  @Test func anIdIsNotChangedInPlaceById() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var array = rows([1, 2])
      array[id: 1]?.id = 3
    }
    #expect(Self.says(Self.changed, result))
  }

  @Test func anElementIsNotSetUnderAnotherId() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var array = rows([2])
      array[id: 1] = Row(id: 3)
    }
    #expect(Self.says(Self.changed, result))
  }

  @Test func aPositionDoesNotGetTheIdOfAnother() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var array = rows([1, 2])
      array[0] = Row(id: 2)
    }
    #expect(Self.says(Self.repeated, result))
  }

  @Test func elementsOfALiteralHaveDifferentIds() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let _: IdentifiedArrayOf<Row> = [Row(id: 2), Row(id: 2)]
    }
    #expect(Self.says(Self.repeated, result))
  }

  @Test func aComputedIdIsCheckedInDebugBuilds() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var array = IdentifiedArray(uniqueElements: ["a", "bb"], id: \.count)
      array[id: 1]?.append("cc")
    }
    #expect(Self.says(Self.changed, result))
  }
}
