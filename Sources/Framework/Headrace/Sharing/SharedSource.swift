/// The source of a shared value, or of a part of one.
package protocol SharedSource<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// The whole value.
  var whole: any WholeSharedValue { get }

  func value(_ reading: SharedReading) -> Value

  /// Changes the value in place.
  ///
  /// - Parameters:
  ///   - site: The author's line, for reports.
  ///   - body: Changes the value.
  func modify(at site: CallSite?, _ body: (inout Value) -> Void)
}

extension SharedSource {
  /// The observers of the whole value.
  package var subject: SharedSubject { whole.subject }
}

/// The ways of reading a shared value.
package enum SharedReading: Sendable {
  /// A read by a caller that may observe the value.
  case observed
  case unobserved
  /// A read from a set of shared values; the current value if the set does not contain it.
  case moment(SharedValues)
}

/// A whole shared value, with its type erased.
package protocol WholeSharedValue: AnyObject, Sendable {
  var subject: SharedSubject { get }

  /// The current value, regardless of a test's assertions.
  var liveValue: any Sendable { get }

  func load() throws
  func save() async throws
  var loadError: (any Error)? { get }
  var saveError: (any Error)? { get }
}

/// A part of a shared value.
final class SharedPart<Base: Sendable, Value: Sendable>: SharedSource {
  private let base: any SharedSource<Base>
  private let get: @Sendable (Base) -> Value
  private let change: @Sendable (inout Base, (inout Value) -> Void) -> Void

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - base: The value that contains the part.
  ///   - get: Reads the part.
  ///   - change: Changes the part in place.
  init(
    of base: any SharedSource<Base>, get: @escaping @Sendable (Base) -> Value,
    change: @escaping @Sendable (inout Base, (inout Value) -> Void) -> Void
  ) {
    self.base = base
    self.get = get
    self.change = change
  }

  var whole: any WholeSharedValue { base.whole }

  func value(_ reading: SharedReading) -> Value { get(base.value(reading)) }

  func modify(at site: CallSite?, _ body: (inout Value) -> Void) {
    base.modify(at: site) { change(&$0, body) }
  }
}
