import DurableFiles
import EthereumCrypto
import EthereumPrimitives
import Foundation
import ProfileFeature
import SendFeature

/// The settings of a home folder's owner; none of them is secret.
struct HomeSettings: Codable, Equatable, Sendable {
  /// The language, `en` or `ko`; nil to use the environment's.
  var language: String?
  /// The unit that amounts are shown in.
  var unit: AmountUnit?
  /// The idle seconds after which the wallet locks itself; zero for never.
  var lockAfterSeconds: Int?
  /// The maximum fee of a payment, in ether.
  var maxFee: String?
  /// The share of the amount, in percent, above which a fee must be confirmed.
  var maxFeePercent: UInt64?
  /// The addresses of the accounts that the screens hide.
  var hiddenAccounts: [String]?

  /// Returns the file of the settings.
  static func record(home: String) -> DurableRecord<HomeSettings> {
    DurableRecord(path: home + "/settings/settings.json", format: "headrace-settings")
  }

  /// Reads the settings of a home folder; unset ones are nil.
  static func read(home: String) throws(CommandFailure) -> HomeSettings {
    do throws(RecordFailure) {
      let settings = try record(home: home).read() ?? HomeSettings()
      guard settings.isValid else {
        throw RecordFailure.damaged(path: home + "/settings/settings.json")
      }
      return settings
    } catch {
      throw FailureText.failure(error)
    }
  }

  private var isValid: Bool {
    if let language, Language(rawValue: language) == nil { return false }
    if let lockAfterSeconds, !(0...DurationText.secondsMax).contains(lockAfterSeconds) {
      return false
    }
    guard hiddenAccounts?.contains(where: { Self.address($0) == nil }) != true else { return false }
    return maxFee == nil || maxFeeWei != nil
  }

  /// The ceiling of fees.
  var maxFeeWei: Wei? {
    guard let maxFee else { return nil }
    do throws(AmountError) {
      return try Wei(ether: maxFee)
    } catch {
      return nil
    }
  }

  /// The language of the home folder; nil to use the environment's.
  var spokenLanguage: Language? { language.flatMap { Language(rawValue: $0) } }

  /// Formats an amount in the owner's unit.
  func amountText(_ amount: Wei) -> String { (unit ?? .ether).text(amount) }

  static func address(_ text: String) -> Address? {
    do throws(AddressError) {
      return try Address(checksummed: text)
    } catch {
      return nil
    }
  }
}

// MARK: - Fields

extension HomeSettings {
  /// A setting.
  enum Field: String, CaseIterable, Sendable {
    case language
    case unit
    case lockAfter = "lock-after"
    case maxFee = "max-fee"
    case maxFeePercent = "max-fee-percent"
  }

  /// Returns a setting as text; `default` if it is not set.
  subscript(_ field: Field) -> String {
    switch field {
    case .language: language ?? Self.unset
    case .unit: unit?.rawValue ?? Self.unset
    case .lockAfter:
      lockAfterSeconds.map { $0 == 0 ? Self.never : DurationText(seconds: $0).description }
        ?? Self.unset
    case .maxFee: maxFee ?? Self.unset
    case .maxFeePercent: maxFeePercent.map { "\($0)" } ?? Self.unset
    }
  }

  /// Returns the effective value: the setting, or the default if it is not set.
  func effective(
    _ field: Field, _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let value = self[field]
    guard value == Self.unset else { return value }
    return switch field {
    case .language: Language(environment).shown(in: environment).rawValue
    case .unit: AmountUnit.ether.rawValue
    case .lockAfter:
      DurationText(seconds: AutoLock.standard.seconds).description
    case .maxFee: FeePolicy.standard.feeCeiling.etherText
    case .maxFeePercent: "\(FeePolicy.standard.percentAskedAbove)"
    }
  }

  /// The text for a setting that is not set.
  static let unset = "default"
  /// The text for screens that never lock themselves.
  static let never = "never"

  /// Sets a setting; `default` unsets it.
  mutating func set(_ field: Field, _ text: String) throws(CommandFailure) {
    let isUnset = text == Self.unset
    switch field {
    case .language:
      guard isUnset || Language(rawValue: text) != nil else {
        throw CommandFailure("expected language as en, ko or default", .usage)
      }
      language = isUnset ? nil : text
    case .unit:
      guard isUnset || AmountUnit(rawValue: text) != nil else {
        throw CommandFailure("expected unit as ether, gwei, wei or default", .usage)
      }
      unit = AmountUnit(rawValue: text)
    case .lockAfter:
      do {
        lockAfterSeconds =
          isUnset ? nil : text == Self.never ? 0 : try DurationText(text).seconds
      } catch {
        throw CommandFailure(
          "expected lock-after as seconds, or a number with s, m, h or d, at most 30d; or never",
          .usage)
      }
    case .maxFee:
      do {
        maxFee = isUnset ? nil : try Wei(ether: text).etherText
      } catch {
        throw CommandFailure("expected max-fee as ether such as 0.05", .usage)
      }
    case .maxFeePercent:
      guard isUnset || UInt64(text) != nil else {
        throw CommandFailure("expected max-fee-percent as a whole number such as 10", .usage)
      }
      maxFeePercent = UInt64(text)
    }
  }
}
