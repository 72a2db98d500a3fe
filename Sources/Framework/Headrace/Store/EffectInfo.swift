/// An effect in flight, as tools and test failures show it.
public struct EffectInfo: Sendable {
  /// The effect's id, unique in its store.
  public let id: EffectID

  /// The name that the author gave it, if any.
  public let name: String?

  /// The module and file of the line that made the effect, such as `SendFeature/SendMoney.swift`.
  public var fileID: String { "\(site.fileID)" }

  /// The line that made the effect.
  public var line: UInt { site.line }

  /// The action whose reducer returned the effect.
  public let startedBy: ActionID

  package let site: CallSite

  init(id: EffectID, name: String?, site: CallSite, startedBy: ActionID) {
    self.id = id
    self.name = name
    self.site = site
    self.startedBy = startedBy
  }
}
