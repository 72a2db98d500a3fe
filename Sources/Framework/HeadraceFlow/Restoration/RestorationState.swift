public import Headrace

/// What a coordinator keeps of a restoration: the routes about whose effects it is asked.
public struct RestorationState: Sendable {
  /// The routes whose effects were in flight, and that wait for an answer, bottom first.
  public var asking: [RouteID]

  /// The stack about which a guard asks.
  var pending: PendingRestoration?

  /// Whether the last restoration has failed though a guard may ask about it, of which nothing is
  /// known.
  var isUnsure = false

  /// What is looked at before each action; read at once, as each read goes by a key path.
  var outlook: (isUnsure: Bool, isPending: Bool) { (isUnsure, pending != nil) }

  /// Creates the state in which no route waits for an answer.
  ///
  /// - Parameter asking: The routes that wait for an answer.
  public init(asking: [RouteID] = []) {
    self.asking = asking
  }
}

extension RestorationState: Equatable {
  /// Compares how many routes wait for an answer; as with routes, the ids don't matter.
  public static func == (first: Self, second: Self) -> Bool {
    first.asking.count == second.asking.count
  }
}

/// A stack that was read from an archive, and has not come yet.
struct PendingRestoration: Sendable {
  let proposal: StackProposal
  /// The routes of requests, by the names of these.
  let requests: [String: RouteID]
  /// The archives of the coordinators among the screens.
  let nested: [RouteID: [UInt8]]
  let replacedScreen: String?
}

/// What happens to a restoration: the host sends ``restore(_:)``, the coordinator is told the rest.
public enum RestorationAction: Hashable, Sendable {
  /// The stack is to be restored from the bytes of an archive; the host sends it.
  case restore([UInt8])

  /// The stack is restored, or the tabs are.
  ///
  /// With the name of the screen whose place its parent has taken, because this version of the app
  /// doesn't know the screen, or can't read its state; with that of a tab that it doesn't know;
  /// `nil` where all is there.
  case restored(replacedScreen: String?)

  /// Nothing is restored; the stack is as it was, or with `.redirected` the one that a guard has
  /// put in its place. This is the one report about the archive.
  case failed(RouteArchiveError)

  /// An effect of a route was in flight when the process ended, and may not be repeated unseen.
  case asks(RouteID)

  /// What is to be done about the effect of a route; the coordinator sends it. It does nothing for
  /// a route that waits for no answer, because it has one or was left.
  case answer(RouteID, restarts: Bool)
}

extension RestorationAction: CasePathable {
  /// The case paths of what happens to a restoration.
  public struct AllCasePaths: Sendable {
    /// The stack is to be restored.
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

    /// What is to be done about the effect of a route.
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
