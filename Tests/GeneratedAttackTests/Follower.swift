import Observation

/// Follows the values of a store with the system's tracking, as a view does.
///
/// Unchecked: the system calls back on the thread that changes the store, and a program has one.
final class Follower: @unchecked Sendable {
  /// `nil` once it no longer follows; the system keeps its callback until a change.
  private var read: (() -> [Int?])?
  private let told: ([Int?]) -> Void

  /// Creates a follower that does not follow yet.
  ///
  /// - Parameters:
  ///   - read: Reads from the store.
  ///   - told: Receives the values, now and after each change.
  init(_ read: @escaping () -> [Int?], told: @escaping ([Int?]) -> Void) {
    self.read = read
    self.told = told
  }

  func cancel() { read = nil }

  func follow() {
    guard let read else { return }
    var values: [Int?] = []
    withObservationTracking {
      values = read()
    } onChange: { [self] in
      follow()
    }
    told(values)
  }
}
