public import Headrace

/// What a coordinator keeps about a restoration: the routes whose effects it must decide on.
public struct RestorationState: Sendable {
  /// The routes whose effects were in flight, and that wait for an answer, bottom first.
  public var asking: [RouteID]

  /// The stack that a guard asks about.
  var pending: PendingRestoration?

  /// Whether the last restoration has failed although a guard may be asking about it, which can't
  /// be known.
  var isUnsure = false

  /// The values that are checked before each action; read together, because each read goes through
  /// a key path.
  var outlook: (isUnsure: Bool, isPending: Bool) { (isUnsure, pending != nil) }

  /// Creates the state in which no route waits for an answer.
  ///
  /// - Parameter asking: The routes that wait for an answer.
  public init(asking: [RouteID] = []) {
    self.asking = asking
  }
}

extension RestorationState: Equatable {
  /// Compares how many routes wait for an answer; the ids don't matter, as with routes.
  public static func == (first: Self, second: Self) -> Bool {
    first.asking.count == second.asking.count
  }
}

/// A stack that was read from an archive but is not shown yet.
struct PendingRestoration: Sendable {
  let proposal: StackProposal
  /// The routes of requests, by the requests' names.
  let requests: [String: RouteID]
  /// The archives of the coordinators among the screens.
  let nested: [RouteID: [UInt8]]
  let replacedScreen: String?
}

/// What happens to a restoration: the host sends ``restore(_:)``, and the coordinator receives the
/// rest.
public enum RestorationAction: Hashable, Sendable {
  /// Restores the stack from the bytes of an archive; the host sends it.
  case restore([UInt8])

  /// The stack is restored, or the tabs are.
  ///
  /// The payload is the name of a screen that was replaced by its parent, because this version of
  /// the app doesn't know the screen or can't read its state; or the name of an unknown tab; `nil`
  /// if everything was restored.
  case restored(replacedScreen: String?)

  /// Nothing is restored; the stack is as it was, or with `.redirected` the one that a guard
  /// replaced it with. No other report about the archive follows.
  case failed(RouteArchiveError)

  /// An effect of a route was in flight when the process ended, and must not be repeated without
  /// asking.
  case asks(RouteID)

  /// What to do about the effect of a route; the coordinator sends it. It does nothing for a route
  /// that has its answer already or was left.
  case answer(RouteID, restarts: Bool)
}

extension RestorationAction: CasePathable {
  /// The case paths of what happens to a restoration.
  public struct AllCasePaths: Sendable {
    /// Restores the stack.
    public var restore: AnyCasePath<RestorationAction, [UInt8]> {
      AnyCasePath(
        embed: { .restore($0) },
        extract: { action in
          guard case .restore(let bytes) = action else { return nil }
          return bytes
        })
    }

    /// The stack is restored.
    public var restored: AnyCasePath<RestorationAction, String?> {
      AnyCasePath(
        embed: { .restored(replacedScreen: $0) },
        extract: { action in
          guard case .restored(let name) = action else { return nil }
          return .some(name)
        })
    }

    /// Nothing is restored.
    public var failed: AnyCasePath<RestorationAction, RouteArchiveError> {
      AnyCasePath(
        embed: { .failed($0) },
        extract: { action in
          guard case .failed(let error) = action else { return nil }
          return error
        })
    }

    /// An effect of a route was in flight.
    public var asks: AnyCasePath<RestorationAction, RouteID> {
      AnyCasePath(
        embed: { .asks($0) },
        extract: { action in
          guard case .asks(let id) = action else { return nil }
          return id
        })
    }

    /// What to do about the effect of a route.
    public var answer: AnyCasePath<RestorationAction, (id: RouteID, restarts: Bool)> {
      AnyCasePath(
        embed: { .answer($0.id, restarts: $0.restarts) },
        extract: { action in
          guard case .answer(let id, let restarts) = action else { return nil }
          return (id, restarts)
        })
    }
  }

  /// The case paths of what happens to a restoration.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
