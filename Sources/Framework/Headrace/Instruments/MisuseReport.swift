/// A misuse of the framework that was reported while code ran for a store.
public struct MisuseReport: Sendable {
  /// What happened, why it is wrong, and the remedy. It may contain values of the program.
  public let message: String

  /// The module and file of the line to change, such as `SendFeature/SendMoney.swift`.
  public var fileID: String { "\(site.fileID)" }

  /// The line to change.
  public var line: UInt { site.line }

  /// The action that was being reduced, or that started the effect; `nil` if a store was misused
  /// from outside.
  public let action: ActionID?

  /// The effect whose work misused it; otherwise `nil`.
  public let effect: EffectID?

  private let site: CallSite

  init(_ message: String, at site: CallSite, action: ActionID? = nil, effect: EffectID? = nil) {
    self.message = message
    self.site = site
    self.action = action
    self.effect = effect
  }
}
