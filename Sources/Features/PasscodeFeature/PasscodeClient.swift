public import Headrace

/// What the feature may ask of the app about its passcode.
///
/// The app has what was typed: the feature hears how many characters there are. What is typed to
/// the end is deposited, and goes on as a handle.
@DependencyClient
public struct PasscodeClient: Sendable {
  // MARK: What was typed

  /// Takes what was typed into keeping, and leaves nothing of it in the entry.
  public var deposit: @Sendable () async -> PasscodeHandle = { PasscodeHandle(id: 0) }

  /// Forgets what was typed and not deposited.
  public var clear: @Sendable () async -> Void

  /// Forgets what was deposited and is not needed after all; does nothing when it is gone.
  public var discard: @Sendable (PasscodeHandle) async -> Void

  // MARK: The passcode that was set

  /// Tells how many passcodes may be tried, from before the first of them on.
  public var standing: @Sendable () async -> PasscodeStanding = { .unlimited }

  /// Tries a passcode; the handle is spent.
  public var check: @Sendable (PasscodeHandle) async throws(PasscodeFailure) -> Void = {
    _ throws(PasscodeFailure) in throw .gone
  }

  /// Tries a passcode, and answers with leave to change it; the handle is spent.
  public var authorizeChange:
    @Sendable (PasscodeHandle) async throws(PasscodeFailure) -> PasscodeLeave = {
      _ throws(PasscodeFailure) in throw .gone
    }

  // MARK: A new one

  /// Judges a passcode that is chosen, without spending its handle.
  public var judge: @Sendable (PasscodeKind, PasscodeHandle) async throws(PasscodeFailure) -> Void =
    {
      _, _ throws(PasscodeFailure) in throw .gone
    }

  /// Sets the first passcode, typed twice; both handles are spent.
  public var set:
    @Sendable (PasscodeKind, _ new: PasscodeHandle, _ confirmation: PasscodeHandle)
      async throws(PasscodeFailure) -> Void = { _, _, _ throws(PasscodeFailure) in throw .gone }

  /// Sets another passcode, typed twice; both handles are spent. Leave is not spent by a passcode
  /// that is refused.
  public var change:
    @Sendable (
      PasscodeLeave, PasscodeKind, _ new: PasscodeHandle, _ confirmation: PasscodeHandle
    ) async throws(PasscodeFailure) -> Void = { _, _, _, _ throws(PasscodeFailure) in throw .gone }
}

extension PasscodeClient: TestDependencyKey {
  /// A client that fails the test that asks it, by the name of what was asked.
  public static let testValue = PasscodeClient()
}

extension DependencyValues {
  /// The app's passcode.
  public var passcodes: PasscodeClient {
    get { self[PasscodeClient.self] }
    set { self[PasscodeClient.self] = newValue }
  }
}
