public import Headrace

/// The interface through which the feature uses the app's passcode.
///
/// The app has the typed characters; the feature receives only their number. A complete passcode is
/// deposited, and passed on as a handle.
@DependencyClient
public struct PasscodeClient: Sendable {
  // MARK: Typed characters

  /// Stores the typed characters as a passcode, and empties the entry.
  public var deposit: @Sendable () async -> PasscodeHandle = { PasscodeHandle(id: 0) }

  /// Clears typed characters that were not deposited.
  public var clear: @Sendable () async -> Void

  /// Discards a deposited passcode that is not needed; does nothing if it no longer exists.
  public var discard: @Sendable (PasscodeHandle) async -> Void

  // MARK: The current passcode

  /// Returns how many passcodes may be tried; it can be called before the first try.
  public var standing: @Sendable () async -> PasscodeStanding = { .unlimited }

  /// Checks a passcode; the handle is spent.
  public var check: @Sendable (PasscodeHandle) async throws(PasscodeFailure) -> Void = {
    _ throws(PasscodeFailure) in throw .gone
  }

  /// Checks a passcode, and returns the leave to change it; the handle is spent.
  public var authorizeChange:
    @Sendable (PasscodeHandle) async throws(PasscodeFailure) -> PasscodeLeave = {
      _ throws(PasscodeFailure) in throw .gone
    }

  // MARK: A new passcode

  /// Validates a new passcode without spending its handle.
  public var judge: @Sendable (PasscodeKind, PasscodeHandle) async throws(PasscodeFailure) -> Void =
    {
      _, _ throws(PasscodeFailure) in throw .gone
    }

  /// Sets the first passcode, typed twice; both handles are spent.
  public var set:
    @Sendable (PasscodeKind, _ new: PasscodeHandle, _ confirmation: PasscodeHandle)
      async throws(PasscodeFailure) -> Void = { _, _, _ throws(PasscodeFailure) in throw .gone }

  /// Replaces the passcode by one typed twice; both handles are spent, but a refused passcode
  /// does not spend the leave.
  public var change:
    @Sendable (
      PasscodeLeave, PasscodeKind, _ new: PasscodeHandle, _ confirmation: PasscodeHandle
    ) async throws(PasscodeFailure) -> Void = { _, _, _, _ throws(PasscodeFailure) in throw .gone }
}

extension PasscodeClient: TestDependencyKey {
  /// A client that fails the test on each call, naming the endpoint.
  public static let testValue = PasscodeClient()
}

extension DependencyValues {
  /// The app's passcode.
  public var passcodes: PasscodeClient {
    get { self[PasscodeClient.self] }
    set { self[PasscodeClient.self] = newValue }
  }
}
