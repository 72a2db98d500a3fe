/// The deadlines of a test clock's sleeps, the earliest first, and among equal ones in the order in
/// which the sleeps began.
///
/// It is a binary heap, so that a test with thousands of sleeping effects stays fast.
struct TestClockDeadlines<Instant: Comparable & Sendable>: Sendable {
  struct Deadline {
    let deadline: Instant
    let id: UInt64

    func isBefore(_ other: Deadline) -> Bool {
      deadline == other.deadline ? id < other.id : deadline < other.deadline
    }
  }

  private var heap: [Deadline] = []

  var count: Int { heap.count }
  var first: Deadline? { heap.first }

  mutating func insert(_ deadline: Instant, of id: UInt64) {
    heap.append(Deadline(deadline: deadline, id: id))
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].isBefore(heap[parent]) else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  /// Removes the earliest deadline.
  ///
  /// - Returns: The id of its sleep.
  mutating func popFirst() -> UInt64? {
    guard let first = heap.first else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var earliest = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child].isBefore(heap[earliest]) { earliest = child }
      }
      if earliest == index { return first.id }
      heap.swapAt(index, earliest)
      index = earliest
    }
  }

  /// Removes deadlines that are no longer needed.
  mutating func keep(_ isWanted: (UInt64) -> Bool) {
    // A sorted array is a heap.
    heap = heap.filter { isWanted($0.id) }.sorted { $0.isBefore($1) }
  }
}
