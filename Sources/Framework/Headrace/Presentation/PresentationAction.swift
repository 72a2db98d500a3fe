/// The actions of a presented feature.
public enum PresentationAction<Action> {
  /// Asks to dismiss the feature: the user or the host is done with it.
  case dismiss

  /// An action of the feature.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Codable where Action: Codable {}

extension PresentationAction: CasePathable {
  /// The case paths of a presentation's actions, and of the feature's actions:
  /// `\.child.saveButtonTapped`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path to the dismissal.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(embed: { .dismiss }, extract: { if case .dismiss = $0 { () } else { nil } })
    }

    /// The path to the feature's actions.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        embed: { .presented($0) },
        extract: { if case .presented(let action) = $0 { action } else { nil } })
    }

    /// Extends the path into a case of the feature's actions.
    public subscript<Part>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Part>>
    ) -> AnyCasePath<PresentationAction, Part> where Action: CasePathable {
      presented.appending(Action.allCasePaths[keyPath: keyPath])
    }
  }

  /// The case paths of a presentation's actions.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
