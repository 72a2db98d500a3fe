/// What a passcode consists of.
public enum PasscodeKind: Hashable, Sendable {
  /// Exactly so many digits. With a copy of what they protect, all can be tried: a person who
  /// chooses them is to be told so.
  case digits(count: Int)
  /// A text of at least so many characters.
  case passphrase(minimumCount: Int)

  /// Why no passcode of so many characters can be one that is chosen; nil where one can.
  func refusal(ofChosen count: Int) -> PasscodeFailure? {
    switch self {
    case .digits: refusal(ofTyped: count)
    case .passphrase(let minimum): count < minimum ? .tooShort(minimum: minimum) : nil
    }
  }

  /// Why no passcode of so many characters can be the right one; nil where one can.
  ///
  /// A passphrase of any length but 0 may be: it was chosen by the rules of its time.
  func refusal(ofTyped count: Int) -> PasscodeFailure? {
    switch self {
    case .digits(let digits): count == digits ? nil : .notDigits(count: digits)
    case .passphrase: count == 0 ? .empty : nil
    }
  }
}

/// What an app asks of a passcode.
public struct PasscodeRules: Hashable, Sendable {
  /// What a passcode may consist of; the first is what is proposed.
  public let kinds: [PasscodeKind]
  /// After how many wrong ones none is taken any more, until the feature begins anew; nil for
  /// never.
  ///
  /// What lasts longer, as a wait that survives a restart, is the client's.
  public let wrongCountMax: Int?

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - kinds: What a passcode may consist of; at least one.
  ///   - wrongCountMax: After how many wrong ones none is taken any more, at least 1; nil for
  ///     never.
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

  /// The kind after another one, in a circle.
  func kind(after kind: PasscodeKind) -> PasscodeKind {
    let place = kinds.firstIndex(of: kind).map { ($0 + 1) % kinds.count } ?? 0
    return kinds[place]
  }
}
