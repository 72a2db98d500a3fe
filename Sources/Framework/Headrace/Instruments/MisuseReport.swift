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

  let site: CallSite
}
