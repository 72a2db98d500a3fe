import EthereumCrypto
import EthereumPrimitives
import SendFeature

/// Texts for the warnings before a payment is agreed to.
enum WarningText {
  /// Returns the warning, as one sentence.
  static func text(_ warning: SendWarning) -> String {
    phrase(warning).text
  }

  private static func phrase(_ warning: SendWarning) -> Phrase {
    switch warning {
    case .publishedAccount:
      Phrase(
        "the private key of the account that pays is public: anyone can take its ether before this payment does, and whatever is left or arrives later"
      )
    case .firstPayment:
      Phrase("this wallet has never paid this recipient before")
    case .looksLike(let address):
      Phrase(
        "the recipient looks like \(address.checksummed), which you know, but is another address")
    case .contract:
      Phrase("the recipient is a contract: its code decides what happens to the ether")
    case .delegated(let address):
      Phrase(
        "the recipient's owner has put the contract \(address.checksummed) in charge of the account"
      )
    case .ownAccount:
      Phrase("the recipient is an account of this wallet")
    case .equalPayment(let hash, let secondsAgo):
      Phrase(
        "the same amount went to the same recipient \(AgeText.ago(secondsAgo)): \(hash.hex)")
    case .undonePayment(let hash, let secondsAgo):
      Speech.isInApp
        ? Phrase(
          "a payment of the same amount to the same recipient \(AgeText.ago(secondsAgo)) failed, as its node reports, which can still change: \(hash.hex) (see the activity)"
        )
        : Phrase(
          "a payment of the same amount to the same recipient \(AgeText.ago(secondsAgo)) failed, as its node reports, which can still change: \(hash.hex) (see 'wallet status \(hash.hex)')"
        )
    case .releases(let stale):
      Speech.isInApp
        ? Phrase(
          "\(FailureText.describe(stale)), is waiting for the nonce of this one, and may pay right after it; to cancel it, press x on its line in the activity"
        )
        : Phrase(
          "\(FailureText.describe(stale)), is waiting for the nonce of this one, and may pay right after it; 'wallet cancel \(FailureText.name(stale))' ends it"
        )
    case .unknownEarlier(1):
      Phrase(
        "the node counts 1 earlier transaction of the account, which this wallet does not know")
    case .unknownEarlier(let count):
      Phrase(
        "the node counts \(count) earlier transactions of the account, and this wallet knows none of them"
      )
    case .feeShare(let percent):
      Phrase("the fee may be \(percent) % of the amount")
    }
  }

  /// Returns the option that agrees to a warning beforehand; nil if only a person can agree.
  static func remedy(_ warning: SendWarning) -> String? {
    switch warning {
    case .equalPayment, .undonePayment: Phrase("--again, or --id with a key of its own").text
    case .unknownEarlier(let count):
      Phrase("--nonce \(count) if that is the true number, or --verify-rpc-url with a second node")
        .text
    case .feeShare: "--max-fee-percent"
    case .publishedAccount: "--from-published"
    case .looksLike, .firstPayment, .contract, .delegated, .ownAccount, .releases: nil
    }
  }

  /// Returns the reason nothing was signed.
  static func notAgreed(_ warnings: [SendWarning]) -> String {
    let reasons = warnings.map { warning in
      text(warning) + (remedy(warning).map { " (\($0))" } ?? "")
    }
    let all = reasons.joined(separator: "; ")
    return Phrase(
      "nothing was sent, and --yes does not cover this: \(all); expected its own confirmation"
    ).text
  }
}

/// Texts for how long ago something was.
enum AgeText {
  /// Formats the age in its largest unit, rounded down, such as `3 hours ago`.
  static func ago(_ seconds: Int) -> String {
    let (count, unit) = largestUnit(seconds)
    let now = Texts(Speech.language)[.timeNow]
    return switch Speech.language {
    case .english where seconds <= 0: now
    // In sentences a particle follows it, which the screens' word does not take.
    case .korean where seconds <= 0: "\(now) 전"
    case .english: "\(count) \(unit)\(count == 1 ? "" : "s") ago"
    case .korean: "\(Texts(.korean).count(key(of: unit), count)) 전"
    }
  }

  private static func key(of unit: String) -> PluralKey {
    switch unit {
    case "second": .timeSeconds
    case "minute": .timeMinutes
    case "hour": .timeHours
    default: .timeDays
    }
  }

  private static func largestUnit(_ seconds: Int) -> (count: Int, unit: String) {
    let seconds = max(0, seconds)
    if seconds < 60 { return (seconds, "second") }
    if seconds < 3_600 { return (seconds / 60, "minute") }
    if seconds < 86_400 { return (seconds / 3_600, "hour") }
    return (seconds / 86_400, "day")
  }
}
