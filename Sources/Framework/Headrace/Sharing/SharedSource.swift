import Synchronization

/// Where a shared value, or a part of one, is.
package protocol SharedSource<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// Identifies the whole value.
  var subject: SharedSubject { get }

  /// Reads the value for a caller that may observe it.
  func read() -> Value

  /// Reads the value without observing it.
  func peek() -> Value

  /// The value in a set of shared values.
  func value(in values: SharedValues) -> Value

  /// Changes the value in place.
  ///
  /// - Parameters:
  ///   - site: The author's line, for reports.
  ///   - body: Changes the value.
  func modify<Result, Failure: Error>(
    at site: CallSite?, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result

  func load() throws
  func save() async throws
  var loadError: (any Error)? { get }
  var saveError: (any Error)? { get }
}

/// A part of a shared value.
final class SharedPart<Whole: Sendable, Value: Sendable>: SharedSource {
  private let whole: any SharedSource<Whole>
  private let keyPath: any WritableKeyPath<Whole, Value> & Sendable

  init(
    of whole: any SharedSource<Whole>, at keyPath: any WritableKeyPath<Whole, Value> & Sendable
  ) {
    self.whole = whole
    self.keyPath = keyPath
  }

  var subject: SharedSubject { whole.subject }

  // If the whole has '@ObservableState', the key path reads one field, and only that is observed.
  func read() -> Value { whole.read()[keyPath: keyPath] }
  func peek() -> Value { whole.peek()[keyPath: keyPath] }
  func value(in values: SharedValues) -> Value { whole.value(in: values)[keyPath: keyPath] }

  func modify<Result, Failure>(
    at site: CallSite?, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try whole.modify(at: site) { (whole) throws(Failure) in try body(&whole[keyPath: keyPath]) }
  }

  func load() throws { try whole.load() }
  func save() async throws { try await whole.save() }
  var loadError: (any Error)? { whole.loadError }
  var saveError: (any Error)? { whole.saveError }
}

/// The value in a shared optional.
final class SharedUnwrapped<Value: Sendable>: SharedSource {
  private let optional: any SharedSource<Value?>
  private let last: Mutex<Value>

  init(_ optional: any SharedSource<Value?>, last: Value) {
    self.optional = optional
    self.last = Mutex(last)
  }

  var subject: SharedSubject { optional.subject }

  func read() -> Value { orLast(optional.read()) }
  func peek() -> Value { orLast(optional.peek()) }
  func value(in values: SharedValues) -> Value { orLast(optional.value(in: values)) }

  func modify<Result, Failure>(
    at site: CallSite?, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try optional.modify(at: site) { (optional) throws(Failure) in
      var value = orLast(optional)
      defer { if optional != nil { optional = orLast(value) } }
      return try body(&value)
    }
  }

  func load() throws { try optional.load() }
  func save() async throws { try await optional.save() }
  var loadError: (any Error)? { optional.loadError }
  var saveError: (any Error)? { optional.saveError }

  private func orLast(_ value: Value?) -> Value {
    last.withLock { last in
      if let value { last = value }
      return last
    }
  }
}
