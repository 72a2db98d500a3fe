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

/// The actions of a presented feature, as `Store.scope(state:action:)` requires them.
///
/// The compiler compares the overloads of `scope` by the number of their requirements that fail.
/// With three of them, it names a wrong action of a child that is not presented, instead of
/// reporting that the child is not presented.
public protocol _Presented {
  associatedtype Action
  static func presented(_ action: Action) -> Self
}

/// The second of three requirements: see ``_Presented``.
public protocol _Presented2 {}

/// The third of three requirements: see ``_Presented``.
public protocol _Presented3 {}

extension PresentationAction: CasePathable, _Presented, _Presented2, _Presented3 {
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
