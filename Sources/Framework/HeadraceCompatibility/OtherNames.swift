public import Headrace
import Observation

extension DependencyValues {
  /// The current values: those of the running reducer, effect or `withDependencies`.
  public static var _current: DependencyValues { current }

  /// Values without overrides, in a running program's context: `withDependencies { $0 = .live }`.
  public static var live: Self { Self(in: .live) }

  /// Values without overrides, in a preview's context.
  public static var preview: Self { Self(in: .preview) }

  /// Values without overrides, in a test's context.
  public static var test: Self { Self(in: .test) }

  private init(in context: DependencyContext) {
    self.init()
    self.context = context
  }
}

/// The error of a client's endpoint without an implementation.
public typealias Unimplemented = UnimplementedEndpoint

/// The name of `SharedKey` in the Sharing library for a key that may be read-only.
public typealias SharedReaderKey = SharedKey

/// The name of ``ReducerPrinter`` in The Composable Architecture.
public typealias _ReducerPrinter = ReducerPrinter

/// Calls a closure at the next change of anything that another closure reads.
///
/// This is the name of `withObservationTracking` in the Perception library.
///
/// - Parameters:
///   - apply: Reads the observed values.
///   - onChange: Called once, before the first change.
/// - Returns: The result of `apply`.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}

// MARK: - Alerts

extension ButtonState {
  /// Passes on the action that the host sends when its user taps the button.
  ///
  /// - Parameter perform: Called with the action, or with `nil` if the button only closes the
  ///   question.
  public func withAction(_ perform: (Action?) -> Void) {
    perform(action.action)
  }
}
