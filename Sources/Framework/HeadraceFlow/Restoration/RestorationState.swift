public import Headrace

/// A coordinator's state during a restoration: the routes whose effects it must decide about.
public struct RestorationState: Sendable {
  /// The routes whose effects were in flight and that wait for an answer, bottom first.
  public var asking: [RouteID]

  /// The stack that a guard is asking about.
  var pending: PendingRestoration?

  /// True if the last restoration failed although a guard may be asking about it, which the
  /// operator can't know.
  var isUnsure = false

  /// The values that are checked before each action, read together because each read goes through a
  /// key path.
  var outlook: (isUnsure: Bool, isPending: Bool) { (isUnsure, pending != nil) }

  /// Creates a state, by default without routes that wait for an answer.
  ///
  /// - Parameter asking: The routes that wait for an answer.
  public init(asking: [RouteID] = []) {
    self.asking = asking
  }
}

extension RestorationState: Equatable {
  /// Compares the numbers of routes that wait for an answer, regardless of ids, as with routes.
  public static func == (first: Self, second: Self) -> Bool {
    first.asking.count == second.asking.count
  }
}

/// A stack that was read from an archive and is not shown yet.
struct PendingRestoration: Sendable {
  let proposal: StackProposal
  /// The routes of requests, by the requests' names.
  let requests: [String: RouteID]
  /// The archives of the coordinators among the screens.
  let nested: [RouteID: [UInt8]]
  let replacedScreen: String?
}

/// The actions of a restoration: the host sends ``restore(_:)``, and the coordinator receives the
/// rest.
public enum RestorationAction: Hashable, Sendable {
  /// Restores the stack from the bytes of an archive; sent by the host.
  case restore([UInt8])

  /// The stack was restored, or the tabs were.
  ///
  /// The payload is the name of a screen that was replaced by its parent, because this version of
  /// the app doesn't know the screen or can't read its state; or the name of an unknown tab; or
  /// `nil` if everything was restored.
  case restored(replacedScreen: String?)

  /// Nothing was restored; the stack is unchanged or, with `.redirected`, the one that a guard
  /// replaced it with.
  ///
  /// No other report about the archive follows.
  case failed(RouteArchiveError)

  /// An effect of a route was in flight when the process ended, and must not be repeated without
  /// asking.
  case asks(RouteID)

  /// Decides about the effect of a route; sent by the coordinator.
  ///
  /// It does nothing for a route that already has its answer or was removed.
  case answer(RouteID, restarts: Bool)
}

extension RestorationAction: CasePathable {
  /// The case paths of the actions of a restoration.
  public struct AllCasePaths: Sendable {
    /// The path to the restoration of the stack.
    public var restore: AnyCasePath<RestorationAction, [UInt8]> {
      AnyCasePath(
        embed: { .restore($0) },
        extract: { action in
          guard case .restore(let bytes) = action else { return nil }
          return bytes
        })
    }

    /// The path to the success of a restoration.
    public var restored: AnyCasePath<RestorationAction, String?> {
      AnyCasePath(
        embed: { .restored(replacedScreen: $0) },
        extract: { action in
          guard case .restored(let name) = action else { return nil }
          return .some(name)
        })
    }

    /// The path to the failure of a restoration.
    public var failed: AnyCasePath<RestorationAction, RouteArchiveError> {
      AnyCasePath(
        embed: { .failed($0) },
        extract: { action in
          guard case .failed(let error) = action else { return nil }
          return error
        })
    }

    /// The path to a question about a route's effect.
    public var asks: AnyCasePath<RestorationAction, RouteID> {
      AnyCasePath(
        embed: { .asks($0) },
        extract: { action in
          guard case .asks(let id) = action else { return nil }
          return id
        })
    }

    /// The path to the decision about a route's effect.
    public var answer: AnyCasePath<RestorationAction, (id: RouteID, restarts: Bool)> {
      AnyCasePath(
        embed: { .answer($0.id, restarts: $0.restarts) },
        extract: { action in
          guard case .answer(let id, let restarts) = action else { return nil }
          return (id, restarts)
        })
    }
  }

  /// The case paths of the actions of a restoration.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
