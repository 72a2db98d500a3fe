public import Headrace

/// Starts work without waiting for its end, such as counting a visit.
///
/// ```swift
/// @Dependency(\.fireAndForget) var fireAndForget
/// …
/// return .run { [fireAndForget, analytics] _ in
///   await fireAndForget { try await analytics.track("opened") }
/// }
/// ```
///
/// The work outlives the effect and the store. Work that belongs to a feature should be an effect
/// instead.
public struct FireAndForget: Sendable {
  /// True if it does wait for the work, as in a test.
  fileprivate let isAwaited: Bool

  /// Starts work.
  ///
  /// - Parameters:
  ///   - priority: The priority of its task.
  ///   - work: The work. An error that it throws is reported.
  public func callAsFunction(
    priority: TaskPriority? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ work: @escaping @Sendable () async throws -> Void
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let reportingWork: @Sendable () async -> Void = {
      do {
        try await work()
      } catch is CancellationError {
        // Cancellation is a normal end, not an error.
      } catch {
        reportMisuse(
          """
          Work that was started by 'fireAndForget' threw '\(error)'.

          Its end is not waited for, so it must handle its errors. Catch them inside.
          """, at: site)
      }
    }
    if isAwaited {
      await reportingWork()
    } else {
      Task(priority: priority, operation: reportingWork)
    }
  }
}

extension DependencyValues {
  /// Starts work without waiting for its end: in a running program, in a separate task.
  ///
  /// A test waits for the work, so that its outcome is known.
  public var fireAndForget: FireAndForget { self[FireAndForgetKey.self] }
}

private enum FireAndForgetKey: DependencyKey {
  static let liveValue = FireAndForget(isAwaited: false)
  static let testValue = FireAndForget(isAwaited: true)
}
