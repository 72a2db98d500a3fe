/// Where a shared value, or a part of one, is.
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

/// The way in which a shared value is read.
package enum SharedReading: Sendable {
  /// By a caller that may observe it.
  case observed
  case unobserved
  /// In a set of shared values; the current value if it is not one of them.
  case moment(SharedValues)
}

/// A whole shared value, whatever its type.
package protocol WholeSharedValue: AnyObject, Sendable {
  var subject: SharedSubject { get }

  /// The current value, independent of what a test asserts.
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
  ///   - base: The value that it is a part of.
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
