package import EthereumPrimitives

/// What the owner chose: how the wallet is shown, and when it locks itself. Nothing is secret.
package struct Preferences: Codable, Equatable, Sendable {
  /// The unit that amounts are shown in.
  package var unit: AmountUnit
  /// When the wallet locks itself.
  package var autoLock: AutoLock
  /// The accounts that lists leave out. They keep their money, and still receive.
  package var hiddenAccounts: Set<Address>

  /// What holds where nothing was chosen.
  package init(
    unit: AmountUnit = .ether, autoLock: AutoLock = .standard, hiddenAccounts: Set<Address> = []
  ) {
    self.unit = unit
    self.autoLock = autoLock
    self.hiddenAccounts = hiddenAccounts
  }
}

/// When an open wallet locks itself.
package enum AutoLock: Codable, Equatable, Sendable {
  /// After so many seconds without a key.
  case after(seconds: Int)
  /// Not before the owner locks it.
  case never

  /// After five minutes.
  package static let standard = AutoLock.after(seconds: 300)

  /// The choices that are offered, the shortest first.
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

  /// The next longer choice; the shortest one after never.
  package var next: AutoLock {
    guard self != .never else { return Self.choices[0] }
    return Self.choices.first { $0 == .never || $0.seconds > seconds } ?? .never
  }
}
