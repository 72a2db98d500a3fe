import Dispatch
package import DurableFiles

/// What a vault needs from the outside.
package struct VaultEnvironment: Sendable {
  /// The disk.
  package var files: FileSystem

  /// The clocks.
  package var time: VaultTime

  /// Where phrases, keys, salts and the places asked back come from.
  package var random: VaultRandom

  /// Where keys are derived: calls what it is given, once, soon, and on any thread.
  package var background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// Calls what it is given when so many milliseconds are over, on any thread.
  package var later:
    @Sendable (_ milliseconds: Int64, _ work: @escaping @Sendable () -> Void) -> Void

  /// An outside made of these parts.
  ///
  /// - Parameters:
  ///   - files: The disk.
  ///   - time: The clocks.
  ///   - random: Randomness.
  ///   - background: Where keys are derived. A test that calls the work at once has no other thread
  ///     to wait for.
  ///   - later: What calls when a time is over; a test's own lets it come when the test says so.
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
