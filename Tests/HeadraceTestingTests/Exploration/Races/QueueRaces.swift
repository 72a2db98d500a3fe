import Headrace
import Testing

extension Race {
  /// Collections that are used while they change.
  static let queues: [Race] = [
    Race("circular_buffer") { isFixed in
      let buffer = CircularBuffer(isFixed: isFixed)
      await send([BufferRequest.put, .take]) { request in
        switch request {
        case .put: for value in 1...3 { await buffer.put(value) }
        case .take: for _ in 1...3 { await buffer.take() }
        }
      }
      let taken = await buffer.taken
      #expect(taken == Array([1, 2, 3].prefix(taken.count)))
    },
    Race("queue") { isFixed in try await logQueue(isFixed) },
    Race("stack") { isFixed in
      let stack = UndoStack()
      await send([UndoRequest.type(1), .undo, .undo]) { request in
        switch request {
        case .type(let value): await stack.push(value)
        case .undo: await isFixed ? stack.popIfAny() : stack.checkAndPop()
        }
      }
    },
    Race("stringbuffer") { isFixed in
      let (source, target) = (StringBuffer("abc"), StringBuffer(""))
      await send([BufferRequest.put, .take]) { request in
        switch request {
        case .put: await isFixed ? target.appendSafely(source) : target.append(source)
        case .take: await source.removeAll()
        }
      }
      let text = await target.text
      #expect(text == "abc" || text == "")
    },
  ]

  /// A producer logs what it adds to a queue, and the consumer compares.
  ///
  /// An element is in the queue before it is in the log.
  private static func logQueue(_ isFixed: Bool) async throws {
    let lock = AsyncLock()
    let (elements, log) = (LockIsolated<[Int]>([]), LockIsolated<[Int]>([]))
    await send([BufferRequest.put, .take]) { request in
      switch request {
      case .put:
        for element in 1...3 {
          try await lock.lock()
          elements.withValue { $0.append(element) }
          if !isFixed {
            lock.unlock()
            try await lock.lock()
          }
          log.withValue { $0.append(element) }
          lock.unlock()
        }
      case .take:
        for index in 0..<3 {
          try await lock.withLock {
            guard !elements.value.isEmpty else { return }
            let element = elements.withValue { $0.removeFirst() }
            #expect(log.value.contains(element), "element \(index)")
          }
        }
      }
    }
  }
}

private enum BufferRequest {
  case put, take
}

/// A buffer of three slots for one producer and one consumer.
private actor CircularBuffer {
  private var slots = [0, 0, 0, 0]
  private var (first, end) = (0, 0)
  private(set) var taken: [Int] = []
  private let isFixed: Bool

  init(isFixed: Bool) {
    self.isFixed = isFixed
  }

  /// Moves the end before it writes the slot; the fixed version moves it after.
  func put(_ value: Int) async {
    let slot = end
    let next = (end + 1) % slots.count
    guard next != first else { return }
    if !isFixed { end = next }
    await Task.yield()
    slots[slot] = value
    if isFixed { end = next }
  }

  func take() async {
    await Task.yield()
    guard first != end else { return }
    taken.append(slots[first])
    first = (first + 1) % slots.count
  }
}

private enum UndoRequest: Equatable {
  case type(Int)
  case undo
}

/// A stack that must not be popped when it is empty.
private actor UndoStack {
  private var elements: [Int] = []

  var isEmpty: Bool { elements.isEmpty }

  func push(_ element: Int) {
    elements.append(element)
  }

  func pop() {
    #expect(!elements.isEmpty)
    _ = elements.popLast()
  }

  /// Checks and pops in two steps.
  nonisolated func checkAndPop() async {
    guard await !isEmpty else { return }
    await Task.yield()
    await pop()
  }

  func popIfAny() {
    if !isEmpty { pop() }
  }
}

/// A text that other texts are appended to, as in Java 1.4.
private actor StringBuffer {
  private(set) var text: String

  init(_ text: String) {
    self.text = text
  }

  var count: Int { text.count }

  /// The first characters.
  func prefix(_ count: Int) -> String {
    #expect(count <= text.count)
    return String(text.prefix(count))
  }

  func removeAll() {
    text = ""
  }

  /// Asks for the length first: the other text may be shorter when its characters are copied.
  func append(_ other: StringBuffer) async {
    let count = await other.count
    await Task.yield()
    text += await other.prefix(count)
  }

  func appendSafely(_ other: StringBuffer) async {
    let text = await other.text
    self.text += text
  }
}
