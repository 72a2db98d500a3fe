import Testing

@testable import Headrace

struct QueueTests {
  @Test func itAnswersAsAnArrayDoes() {
    var seed: UInt64 = 5
    var queue = Queue<Int>()
    var model: [Int] = []
    for step in 0..<20_000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // It grows in the first half and shrinks in the second.
      if seed >> 33 % 100 < (step < 10_000 ? 60 : 40) {
        queue.append(step)
        model.append(step)
      } else {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count)
      #expect(queue.isEmpty == model.isEmpty)
    }
    while let first = queue.popFirst() { #expect(first == model.removeFirst()) }
    #expect(model.isEmpty)
  }

  @Test func itLetsGoOfWhatIsTakenOut() {
    var queue = Queue<Thing>()
    for _ in 0..<10 { queue.append(Thing()) }
    weak var second: Thing?
    _ = queue.popFirst()
    do {
      let thing = queue.popFirst()
      second = thing
    }
    #expect(second == nil)
    #expect(queue.count == 8)
  }

  @Test func ofThoseThatAreEmptiedNothingGrows() {
    var queue = Queue<Int>()
    for round in 0..<1000 {
      for element in 0..<3 { queue.append(element) }
      for element in 0..<3 { #expect(queue.popFirst() == element) }
      #expect(queue.popFirst() == nil, "round \(round)")
    }
    #expect(queue.elements.capacity < 10)
  }
}

private final class Thing {}
