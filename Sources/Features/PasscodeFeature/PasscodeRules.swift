/// The kinds of characters that make up a passcode.
public enum PasscodeKind: Hashable, Sendable {
  /// Exactly this many digits.
  ///
  /// With a copy of the protected data, all of them can be tried: warn a person who
  /// chooses digits.
  case digits(count: Int)
  /// A text of at least this many characters.
  case passphrase(minimumCount: Int)

  /// Returns why no new passcode can have this many characters; nil if one can.
  func refusal(ofChosen count: Int) -> PasscodeFailure? {
    switch self {
    case .digits: refusal(ofTyped: count)
    case .passphrase(let minimum): count < minimum ? .tooShort(minimum: minimum) : nil
    }
  }

  /// Returns why the current passcode can't have this many characters; nil if it can.
  ///
  /// A passphrase may have any length but 0, because it was chosen under earlier rules.
  func refusal(ofTyped count: Int) -> PasscodeFailure? {
    switch self {
    case .digits(let digits): count == digits ? nil : .notDigits(count: digits)
    case .passphrase: count == 0 ? .empty : nil
    }
  }
}

/// An app's requirements on a passcode.
public struct PasscodeRules: Hashable, Sendable {
  /// The allowed kinds of passcode; the first is the default.
  public let kinds: [PasscodeKind]
  /// The number of wrong passcodes after which none is accepted until the feature starts again; nil
  /// for no limit.
  ///
  /// Longer limits, such as a wait that survives a restart, are the client's responsibility.
  public let wrongCountMax: Int?

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - kinds: The allowed kinds of passcode; at least one.
  ///   - wrongCountMax: The number of wrong passcodes after which none is accepted, at least 1; nil
  ///     for no limit.
  public init(
    kinds: [PasscodeKind] = [.passphrase(minimumCount: 8), .digits(count: 6)],
    wrongCountMax: Int? = nil
  ) {
    precondition(!kinds.isEmpty, "A passcode consists of something: 'kinds' is empty.")
    precondition(
      wrongCountMax.map { $0 > 0 } ?? true,
      "At least one passcode can be tried: 'wrongCountMax' is \(wrongCountMax ?? 0).")
    self.kinds = kinds
    self.wrongCountMax = wrongCountMax
  }

  /// Returns the kind after another one, cyclically.
  func kind(after kind: PasscodeKind) -> PasscodeKind {
    let place = kinds.firstIndex(of: kind).map { ($0 + 1) % kinds.count } ?? 0
    return kinds[place]
  }
}
