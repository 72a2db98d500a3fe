/// The actions of a feature that is presented.
public enum PresentationAction<Action> {
  /// The feature should go away: the user or the host is done with it.
  case dismiss

  /// Something happened in the feature.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Codable where Action: Codable {}

extension PresentationAction: CasePathable {
  /// The case paths of a presentation's actions; those of the feature's actions lead through them:
  /// `\.child.saveButtonTapped`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The feature should go away.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(embed: { .dismiss }, extract: { if case .dismiss = $0 { () } else { nil } })
    }

    /// Something happened in the feature.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        embed: { .presented($0) },
        extract: { if case .presented(let action) = $0 { action } else { nil } })
    }

    /// Continues into a case of the feature's actions.
    public subscript<Part>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Part>>
    ) -> AnyCasePath<PresentationAction, Part> where Action: CasePathable {
      presented.appending(Action.allCasePaths[keyPath: keyPath])
    }
  }

  /// The case paths of a presentation's actions.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
