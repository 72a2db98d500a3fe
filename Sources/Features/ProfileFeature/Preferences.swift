package import EthereumPrimitives

/// The owner's choices about display and automatic locking; none of them is secret.
package struct Preferences: Codable, Equatable, Sendable {
  /// The unit that amounts are shown in.
  package var unit: AmountUnit
  /// When the wallet locks itself.
  package var autoLock: AutoLock
  /// The accounts left out of lists; they keep their money, and can still receive.
  package var hiddenAccounts: Set<Address>

  /// Creates preferences; the arguments default to the standard choices.
  package init(
    unit: AmountUnit = .ether, autoLock: AutoLock = .standard, hiddenAccounts: Set<Address> = []
  ) {
    self.unit = unit
    self.autoLock = autoLock
    self.hiddenAccounts = hiddenAccounts
  }
}

/// The time at which an open wallet locks itself.
package enum AutoLock: Codable, Equatable, Sendable {
  /// After this many seconds without a key press.
  case after(seconds: Int)
  /// Never, until the owner locks it.
  case never

  /// After five minutes.
  package static let standard = AutoLock.after(seconds: 300)

  /// The choices offered, shortest first.
  package static let choices: [AutoLock] =
    [60, 300, 900, 3_600].map { .after(seconds: $0) } + [.never]

  /// Reads a number of seconds; zero for never.
  package init(seconds: Int) {
    self = seconds > 0 ? .after(seconds: seconds) : .never
  }

  /// The seconds; zero for never.
  package var seconds: Int {
    switch self {
    case .after(let seconds): seconds
    case .never: 0
    }
  }

  /// The next longer choice; after never, the shortest one.
  package var next: AutoLock {
    guard self != .never else { return Self.choices[0] }
    return Self.choices.first { $0 == .never || $0.seconds > seconds } ?? .never
  }
}
