import Dispatch
package import DurableFiles

/// Where a vault is, and what a try at its passcode costs.
package struct VaultConfiguration: Sendable {
  /// The folder that holds the vault alone; created when needed, for its owner alone.
  package var folder: String

  /// Where the device key is: in the folder, or wherever the owner keeps it.
  package var deviceKeyPath: String

  /// What new vaults are sealed with; existing ones say themselves.
  package var scrypt: ScryptCost

  /// Whether phrases may be imported that everybody knows: on chains without value.
  package var acceptsPublishedPhrases: Bool

  /// Describes a vault.
  ///
  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - deviceKeyPath: An absolute path; nil for `device-key` in the folder.
  ///   - scrypt: The cost of new vaults.
  ///   - acceptsPublishedPhrases: Whether phrases may be imported that everybody knows.
  package init(
    folder: String, deviceKeyPath: String? = nil, scrypt: ScryptCost = .production,
    acceptsPublishedPhrases: Bool = false
  ) {
    self.folder = folder
    self.deviceKeyPath = deviceKeyPath ?? folder + "/device-key"
    self.scrypt = scrypt
    self.acceptsPublishedPhrases = acceptsPublishedPhrases
  }
}

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
