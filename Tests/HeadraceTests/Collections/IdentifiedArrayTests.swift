import Headrace
import TestEffort
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct IdentifiedArrayTests {
  private struct Row: Identifiable, Hashable, Codable, Comparable {
    let id: Int
    var text = ""

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.id < rhs.id }
  }

  private func rows(_ ids: [Int]) -> IdentifiedArrayOf<Row> {
    IdentifiedArray(uniqueElements: ids.map { Row(id: $0) })
  }

  @Test func appendingADuplicateIsReportedUnlessItsResultIsAsked() {
    var array = rows([1, 2])
    withKnownIssue {
      array.append(Row(id: 2, text: "again"))
    } matching: {
      $0.comments.map(\.rawValue).joined() == """
        An element was not appended, because one with its id is there: 2.

        An 'IdentifiedArray' has each id once, so nothing changed. Give the element a unique id, \
        or replace the other one with 'updateOrAppend'. If the id may be present already, use the \
        result: 'let (inserted, index) = rows.append(row)'.
        """ && $0.sourceLocation?.fileID == "HeadraceTests/IdentifiedArrayTests.swift"
    }
    let (isInserted, index) = array.append(Row(id: 2, text: "again"))
    #expect(!isInserted)
    #expect(index == 1)
    array.append(contentsOf: [Row(id: 2, text: "again")])
    #expect(array == rows([1, 2]))
  }

  /// Compares every operation with a plain array that is searched from the front.
  @Test(arguments: 0..<Effort.count(50)) func itDoesWhatAPlainArrayDoes(_ seed: Int) {
    var random = Seeded(state: UInt64(seed))
    var array: IdentifiedArrayOf<Row> = []
    var oracle: [Row] = []
    for step in 0..<200 {
      let id = Int.random(in: 0..<12, using: &random)
      let row = Row(id: id, text: "\(step)")
      let found = oracle.firstIndex { $0.id == id }
      let index = Int.random(in: 0...oracle.count, using: &random)
      let before = array
      switch Int.random(in: 0..<13, using: &random) {
      case 0:
        let result: (inserted: Bool, index: Int) = array.append(row)
        #expect(result == (found == nil, found ?? oracle.count))
        if found == nil { oracle.append(row) }
      case 1:
        let result = array.insert(row, at: index)
        #expect(result == (found == nil, found ?? index))
        if found == nil { oracle.insert(row, at: index) }
      case 2:
        #expect(array.remove(id: id) == found.map { oracle.remove(at: $0) })
      case 3:
        #expect(array.updateOrAppend(row) == found.map { oracle[$0] })
        if let found { oracle[found] = row } else { oracle.append(row) }
      case 4:
        array[id: id]?.text = "changed"
        if let found { oracle[found].text = "changed" }
      case 5:
        array[id: id] = row
        if let found { oracle[found] = row } else { oracle.append(row) }
      case 6:
        array[id: id] = nil
        oracle.removeAll { $0.id == id }
      case 7 where index < oracle.count:
        #expect(array.remove(at: index) == oracle.remove(at: index))
      case 8 where index < oracle.count && found == nil:
        array[index] = row
        oracle[index] = row
      case 9 where index < oracle.count:
        let to = Int.random(in: 0..<oracle.count, using: &random)
        array.move(from: index, to: to)
        oracle.insert(oracle.remove(at: index), at: to)
      case 10:
        let offsets = Set((0..<3).compactMap { _ in oracle.indices.randomElement(using: &random) })
        let moved = offsets.sorted().map { oracle[$0] }
        let behind = oracle[index...].enumerated().filter { !offsets.contains($0.offset + index) }
        let front = oracle[..<index].enumerated().filter { !offsets.contains($0.offset) }
        array.move(fromOffsets: offsets, toOffset: index)
        oracle = front.map(\.element) + moved + behind.map(\.element)
      case 11...12:
        #expect((array.modify(id: id) { $0.text += "+" } != nil) == (found != nil))
        if let found { oracle[found].text += "+" }
      default: break
      }
      #expect(Array(array) == oracle)
      #expect(Array(array.ids) == oracle.map(\.id))
      #expect(array.elements == oracle)
      for row in oracle { #expect(array[id: row.id] == row) }
      for id in 0..<12 {
        #expect(array.index(id: id) == oracle.firstIndex { $0.id == id })
      }
      let sameIDs = Set(before.ids) == Set(array.ids)
      if before.structureVersion == array.structureVersion { #expect(sameIDs) }
      if !sameIDs { #expect(before.structureVersion < array.structureVersion) }
    }
  }

  @Test func changesInPlaceLeaveTheStructureVersion() {
    var array = rows([1, 2, 3])
    let version = array.structureVersion
    array[id: 2]?.text = "changed"
    array[0].text = "changed"
    array[id: 3] = Row(id: 3, text: "set")
    array[1] = Row(id: 2, text: "set")
    array.updateOrAppend(Row(id: 1))
    array[id: 9]?.text = "nobody"
    array.remove(id: 9)
    _ = array.append(Row(id: 1)) as (inserted: Bool, index: Int)
    array.removeAll { $0.id == 9 }
    #expect(array.structureVersion == version)
  }

  @Test func everyChangeOfTheIdsRaisesTheStructureVersion() {
    let changes: [(inout IdentifiedArrayOf<Row>) -> Void] = [
      { $0.append(Row(id: 9)) }, { $0.insert(Row(id: 9), at: 0) },
      { $0.updateOrAppend(Row(id: 9)) }, { $0.updateOrInsert(Row(id: 9), at: 0) },
      { $0[id: 9] = Row(id: 9) }, { $0[id: 1] = nil }, { $0.remove(id: 1) },
      { $0.remove(at: 0) }, { $0.removeFirst() }, { $0.removeLast() }, { $0.removeAll() },
      { $0.removeAll { $0.id == 1 } }, { $0.removeSubrange(0..<1) }, { $0.remove(atOffsets: [0]) },
      { $0[0] = Row(id: 9) }, { $0 = [] }, { $0.append(contentsOf: [Row(id: 8), Row(id: 9)]) },
      { $0 = $0.filter { $0.id > 1 } },
    ]
    for (number, change) in changes.enumerated() {
      var array = rows([1, 2, 3])
      let version = array.structureVersion
      change(&array)
      #expect(array.structureVersion > version, "change \(number)")
    }
  }

  @Test func theStructureVersionTakesNoPartInComparison() {
    let first = rows([1, 2])
    let second = rows([1, 2])
    #expect(first.structureVersion != second.structureVersion)
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first != rows([2, 1]))
  }

  @Test func elementsAreFoundByAKeyPathOfTheirOwn() {
    var words = IdentifiedArray<Int, String>(id: \.count)
    words.append("a")
    words.append("bb")
    #expect(words.append("c").inserted == false)
    #expect(words[id: 1] == "a")
    #expect(words.index(id: 2) == 1)
    let merged = IdentifiedArray(["a", "bb", "c"], id: \.count) { _, new in new }
    #expect(Array(merged) == ["c", "bb"])
  }

  @Test func changingAnElementCopiesNothing() {
    final class Reference {}
    struct Box: Identifiable {
      let id: Int
      var reference: Reference
    }
    var array: IdentifiedArrayOf<Box> = [Box(id: 1, reference: Reference())]
    let isUnique = array[id: 1].map { _ in true } ?? false
    #expect(isUnique)
    #expect(isKnownUniquelyReferenced(&array[0].reference))
    func check(_ box: inout Box?) -> Bool {
      guard box != nil else { return false }
      return isKnownUniquelyReferenced(&box!.reference)
    }
    #expect(check(&array[id: 1]))
  }

  @Test func itCodesAsAnArrayAndRefusesRepeatedIds() throws {
    let array = rows([3, 1])
    let data = try JSONEncoder().encode(array)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.hasPrefix("[") && text.hasSuffix("]"))
    let decoded = try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data)
    #expect(decoded == array)
    let repeated = Data(#"[{"id":1,"text":""},{"id":1,"text":""}]"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: repeated)
    }
  }

  @Test func partitioningAndSortingKeepTheIdsWithTheirElements() {
    var array = rows([5, 2, 4, 1, 3])
    let pivot = array.partition { $0.id > 3 }
    #expect(pivot == 3)
    #expect(array[..<pivot].allSatisfy { $0.id <= 3 } && array[pivot...].allSatisfy { $0.id > 3 })
    array.sort()
    #expect(array.map(\.id) == [1, 2, 3, 4, 5])
    for id in 1...5 { #expect(array.index(id: id) == id - 1) }
  }

  @Test func anIdentifiedActionsCasePathsLeadToOneElement() {
    typealias Rows = IdentifiedAction<Int, String>
    let path = Rows.allCasePaths[id: 1]
    #expect(path.embed("tick") == .element(id: 1, action: "tick"))
    #expect(path.extract(.element(id: 1, action: "tick")) == "tick")
    #expect(path.extract(.element(id: 2, action: "tick")) == nil)
    #expect(Rows.allCasePaths.element.extract(.element(id: 2, action: "tick"))?.id == 2)
  }
}

@Suite struct IdentifiedActionTests {
  private enum Row: CasePathable, Equatable {
    case tick
    case rename(String)

    struct AllCasePaths {
      var tick: AnyCasePath<Row, Void> {
        AnyCasePath(embed: { .tick }, extract: { $0 == .tick ? () : nil })
      }
      var rename: AnyCasePath<Row, String> {
        AnyCasePath(
          embed: { .rename($0) }, extract: { if case .rename(let name) = $0 { name } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private enum List: CasePathable, Equatable {
    case rows(IdentifiedAction<Int, Row>)

    struct AllCasePaths {
      var rows: AnyCasePath<List, IdentifiedAction<Int, Row>> {
        AnyCasePath(
          embed: { .rows($0) }, extract: { if case .rows(let row) = $0 { row } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func aCaseKeyPathLeadsThroughTheIdToTheElementsAction() {
    let rename = AnyCasePath<List, String>(\.rows[id: 1].rename)
    #expect(rename.embed("new") == .rows(.element(id: 1, action: .rename("new"))))
    #expect(rename.extract(.rows(.element(id: 1, action: .rename("new")))) == "new")
    #expect(rename.extract(.rows(.element(id: 2, action: .rename("new")))) == nil)
    #expect(rename.extract(.rows(.element(id: 1, action: .tick))) == nil)
  }

  @Test func aCaseKeyPathThroughTheElementTakesAnyId() {
    let element = AnyCasePath<List, (id: Int, action: Row)>(\.rows.element)
    #expect(element.extract(.rows(.element(id: 7, action: .tick)))?.id == 7)
    #expect(element.embed((id: 7, action: .tick)) == .rows(.element(id: 7, action: .tick)))
  }
}

/// The splitmix64 sequence, so that the numbers are the same every time.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
