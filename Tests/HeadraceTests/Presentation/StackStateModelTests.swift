import Headrace
import TestEffort
import Testing

extension StackState {
  fileprivate func contains(_ key: StackElementKey) -> Bool {
    var stack = self
    return stack.look(at: key, if: false) { _ in }
  }
}

/// A naive stack: an array of pairs, every operation a loop.
private struct SlowStack {
  struct Pair {
    let id: Int
    var element: Int
    /// Distinguishes elements that had the same id one after the other.
    let generation: Int
  }

  var pairs: [Pair] = []
  private var nextID = 0
  private var nextGeneration = 0

  func index(of id: Int) -> Int? { pairs.firstIndex { $0.id == id } }

  private mutating func makePair(id: Int, _ element: Int) -> Pair {
    nextGeneration += 1
    return Pair(id: id, element: element, generation: nextGeneration)
  }

  private mutating func makeID() -> Int {
    while index(of: nextID) != nil { nextID += 1 }
    nextID += 1
    return nextID - 1
  }

  mutating func insert(_ element: Int, at position: Int) {
    let pair = makePair(id: makeID(), element)
    pairs.insert(pair, at: position)
  }

  mutating func set(_ id: Int, to element: Int?) {
    let index = index(of: id)
    if let index, element == nil { pairs.remove(at: index) }
    guard let element else { return }
    let pair = makePair(id: id, element)
    if let index { pairs[index] = pair } else { pairs.append(pair) }
  }

  mutating func assign(_ element: Int, at position: Int) {
    pairs[position] = makePair(id: pairs[position].id, element)
  }

  mutating func replace(_ range: Range<Int>, with elements: [Int]) {
    pairs.removeSubrange(range)
    for (offset, element) in elements.enumerated() {
      insert(element, at: range.lowerBound + offset)
    }
  }

  mutating func pop(from id: Int) -> Bool {
    guard let index = index(of: id) else { return false }
    while pairs.count > index { pairs.removeLast() }
    return true
  }

  mutating func pop(to id: Int) -> Bool {
    guard let index = index(of: id) else { return false }
    while pairs.count > index + 1 { pairs.removeLast() }
    return true
  }
}

/// A small generator of repeatable numbers (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite struct StackStateModelTests {
  private struct Run {
    var stack = StackState<Int>()
    var model = SlowStack()
    var random: Seeded
    /// The key of each generation, to check that none is used twice.
    var keys: [Int: StackElementKey] = [:]
    var trace: [String] = []

    mutating func id() -> Int { Int.random(in: 0..<12, using: &random) }

    mutating func step() {
      let element = Int.random(in: 0..<1000, using: &random)
      let position = Int.random(in: 0...model.pairs.count, using: &random)
      let isOnStack = position < model.pairs.count
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1:
        trace.append("append \(element)")
        stack.append(element)
        model.insert(element, at: model.pairs.count)
      case 2:
        trace.append("insert \(element) at \(position)")
        stack.insert(element, at: position)
        model.insert(element, at: position)
      case 3 where isOnStack:
        trace.append("remove at \(position)")
        stack.remove(at: position)
        model.pairs.remove(at: position)
      case 4 where !model.pairs.isEmpty:
        trace.append("removeLast")
        let last = stack.removeLast()
        let modelLast = model.pairs.removeLast().element
        #expect(last == modelLast)
      case 5:
        let id = id()
        trace.append("set \(id) to \(element)")
        stack[id: StackElementID(integerLiteral: id)] = element
        model.set(id, to: element)
      case 6:
        let id = id()
        trace.append("set \(id) to nil")
        stack[id: StackElementID(integerLiteral: id)] = nil
        model.set(id, to: nil)
      case 7:
        let id = id()
        trace.append("add \(element) to \(id)")
        stack[id: StackElementID(integerLiteral: id)]? += element
        if let index = model.index(of: id) { model.pairs[index].element += element }
      case 8:
        let id = id()
        trace.append("pop from \(id)")
        let didPop = stack.pop(from: StackElementID(integerLiteral: id))
        let modelDidPop = model.pop(from: id)
        #expect(didPop == modelDidPop)
      case 9:
        let id = id()
        trace.append("pop to \(id)")
        let didPop = stack.pop(to: StackElementID(integerLiteral: id))
        let modelDidPop = model.pop(to: id)
        #expect(didPop == modelDidPop)
      case 10 where isOnStack:
        trace.append("assign \(element) at \(position)")
        stack[position] = element
        model.assign(element, at: position)
      default:
        let upper = Int.random(in: position...model.pairs.count, using: &random)
        let elements = (0..<Int.random(in: 0..<3, using: &random)).map { $0 + element }
        trace.append("replace \(position)..<\(upper) by \(elements)")
        stack.replaceSubrange(position..<upper, with: elements)
        model.replace(position..<upper, with: elements)
      }
    }

    mutating func agrees() -> Bool {
      guard Array(stack) == model.pairs.map(\.element),
        stack.ids.map(\.description) == model.pairs.map({ "#\($0.id)" })
      else { return false }
      for pair in model.pairs {
        guard let key = stack.key(of: StackElementID(integerLiteral: pair.id)), stack.contains(key)
        else { return false }
        if let known = keys[pair.generation], known != key { return false }
        keys[pair.generation] = key
      }
      let alive = Set(model.pairs.map(\.generation))
      return keys.allSatisfy { alive.contains($0.key) == stack.contains($0.value) }
        && Set(keys.values).count == keys.count
    }
  }

  @Test(arguments: [1, 2, 3, UInt64.random(in: .min ... .max)])
  func randomOperationsAgreeWithAnArrayOfPairs(seed: UInt64) {
    var random = Seeded(state: seed)
    for _ in 0..<Effort.count(100) {
      var run = Run(random: Seeded(state: random.next()))
      // Each run counts from zero, as its model does.
      withDependencies {
        $0.stackElementIDs = StackElementIDGenerator()
      } operation: {
        for _ in 0..<60 {
          run.step()
          guard run.agrees() else {
            Issue.record("seed \(seed): \(run.stack) != \(run.model.pairs) after \(run.trace)")
            return
          }
        }
      }
    }
  }
}
