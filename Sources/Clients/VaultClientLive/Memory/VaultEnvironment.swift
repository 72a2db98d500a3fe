import Dispatch
package import DurableFiles

/// The services that a vault needs from its environment.
package struct VaultEnvironment: Sendable {
  /// The disk.
  package var files: FileSystem

  /// The clocks.
  package var time: VaultTime

  /// The source of phrases, keys, salts and the positions to confirm.
  package var random: VaultRandom

  /// Runs work that derives keys: calls the closure once, soon, on any thread.
  package var background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// Calls the closure after a number of milliseconds, on any thread.
  package var later:
    @Sendable (_ milliseconds: Int64, _ work: @escaping @Sendable () -> Void) -> Void

  /// Creates an environment from these parts.
  ///
  /// - Parameters:
  ///   - files: The disk.
  ///   - time: The clocks.
  ///   - random: Randomness.
  ///   - background: Runs work that derives keys. A test that calls the work immediately has no
  ///     other thread to wait for.
  ///   - later: Calls a closure after a time; a test can call it at the time of its choice.
  package init(
    files: FileSystem = .posix, time: VaultTime = .system, random: VaultRandom = .system,
    background: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { work in
      DispatchQueue.global(qos: .userInitiated).async { work() }
    },
    later: @escaping @Sendable (Int64, @escaping @Sendable () -> Void) -> Void = { time, work in
      DispatchQueue.global(qos: .utility)
        .asyncAfter(deadline: .now() + .milliseconds(Int(time))) { work() }
    }
  ) {
    self.files = files
    self.time = time
    self.random = random
    self.background = background
    self.later = later
  }

  /// The machine itself.
  package static let live = VaultEnvironment()
}
