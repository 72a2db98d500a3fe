import Synchronization

/// A value that a test and the effects it starts both change.
final class Locked<Value: Sendable>: Sendable {
  private let contents: Mutex<Value>

  init(_ value: Value) {
    contents = Mutex(value)
  }

  var value: Value { contents.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) {
    contents.withLock { value in
      var changed = value
      body(&changed)
      value = changed
    }
  }
}
