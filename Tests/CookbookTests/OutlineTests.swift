import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct OutlineTests {
  /// A plain model of the same outline: each item's parent and items, and whether it is done.
  private struct Model {
    private(set) var parents: [Int?] = [nil]
    private(set) var items: [[Int]] = [[]]
    private(set) var isDone = [false]

    mutating func add(below parent: Int) {
      items[parent].append(parents.count)
      parents.append(parent)
      items.append([])
      isDone.append(false)
    }

    func path(to id: Int) -> [Int] {
      guard let parent = parents[id] else { return [] }
      return path(to: parent) + [id]
    }

    mutating func tap(_ id: Int) {
      let value = !isDone[id]
      var below = [id]
      while let next = below.popLast() {
        isDone[next] = value
        below += items[next]
      }
      var above = parents[id]
      while let next = above {
        isDone[next] = items[next].allSatisfy { isDone[$0] }
        above = parents[next]
      }
    }

    func state(of id: Int = 0) -> Outline.State {
      Outline.State(
        id: id, isDone: isDone[id],
        items: IdentifiedArray(uniqueElements: items[id].map { state(of: $0) }))
    }
  }

  private func action(_ action: Outline.Action, at path: some Sequence<Int>) -> Outline.Action {
    path.reversed().reduce(action) { .items(.element(id: $1, action: $0)) }
  }

  /// Splitmix64: the same outlines for the same seed.
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func anOutlineOfAThousandItemsFollowsThePlainModel(seed: UInt64) async {
    var random = Seeded(state: seed)
    var model = Model()
    for _ in 1..<1_000 {
      // Near the newest items the outline grows deep, elsewhere wide.
      let count = model.parents.count
      model.add(below: Int.random(in: max(0, count - 40)..<count, using: &random))
    }
    let store = TestStore(initialState: model.state()) { Outline() }
    #expect(store.state.count == 1_000, "seed \(seed)")
    for _ in 0..<20 {
      let id = Int.random(in: 0..<1_000, using: &random)
      model.tap(id)
      await store.send(action(.doneSwitchTapped, at: model.path(to: id))) { [model] in
        $0 = model.state()
      }
    }
    #expect(store.state.doneCount == model.isDone.count { $0 }, "seed \(seed)")
  }

  @Test func anItemIsAddedAndRemovedAtAnyDepth() async {
    let store = TestStore(initialState: Outline.State(id: 0)) { Outline() }
    await store.send(.addButtonTapped(id: 1)) { $0.items = [Outline.State(id: 1)] }
    await store.send(\.items[id: 1].addButtonTapped, 2) {
      $0.items[id: 1]?.items = [Outline.State(id: 2)]
    }
    await store.send(\.items[id: 1].items[id: 2].doneSwitchTapped) {
      $0.isDone = true
      $0.items[id: 1]?.isDone = true
      $0.items[id: 1]?.items[id: 2]?.isDone = true
    }
    await store.send(\.items[id: 1].items[id: 2].removeButtonTapped) {
      $0.items[id: 1]?.items = []
    }
    #expect(store.state.count == 2)
  }
}
