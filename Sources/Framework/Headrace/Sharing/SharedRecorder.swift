import Synchronization

/// Notes what the feature of a test store does to shared values.
@usableFromInline
package final class SharedRecorder: Sendable {
  private struct Moments {
    var asserted = SharedValues()
    var now = SharedValues()
  }

  private let moments = Mutex(Moments())

  @usableFromInline package init() {}

  /// The values that the test has asserted so far.
  @usableFromInline package var asserted: SharedValues { moments.withLock { $0.asserted } }

  /// The values now.
  @usableFromInline package var now: SharedValues { moments.withLock { $0.now } }

  /// Makes the values of a moment the asserted ones.
  @usableFromInline package func assert(_ values: SharedValues) {
    moments.withLock { $0.asserted = $0.asserted.replaced(by: values) }
  }

  /// Notes a change by the store's feature.
  ///
  /// - Returns: Whether it is the first change of this value.
  func note(
    _ subject: SharedSubject, from before: any Sendable, to after: any Sendable,
    live: @escaping @Sendable () -> any Sendable
  ) -> Bool {
    moments.withLock { moments in
      let isFirst = moments.asserted[subject] == nil
      if isFirst { moments.asserted.set(before, of: subject, live: live) }
      moments.now.set(after, of: subject, live: live)
      return isFirst
    }
  }

  /// Notes a change from outside the features under test: a part of what the test has arranged.
  func noteOutside(
    _ subject: SharedSubject, _ value: any Sendable, live: @escaping @Sendable () -> any Sendable
  ) {
    moments.withLock { moments in
      moments.asserted.set(value, of: subject, live: live)
      moments.now.set(value, of: subject, live: live)
    }
  }
}

extension DependencyValues {
  /// The recorder of the test store whose feature runs.
  @usableFromInline package var sharedRecorder: SharedRecorder? {
    get { self[SharedRecorderKey.self] }
    set { self[SharedRecorderKey.self] = newValue }
  }
}

private enum SharedRecorderKey: DependencyKey {
  static var liveValue: SharedRecorder? { nil }
  static var testValue: SharedRecorder? { nil }
}
