/// A reducer that a leaf calls by hand.
protocol HandCall: AnyObject {
  /// Marks the scopes of the reducer's children as lost that are gone.
  func findLostScopes<State>(in scope: _EffectScope, ofCaller state: inout State)
}

/// How many compiled reducers are kept for one place, in case they are called again.
private let recentCountMax = 4

/// How many reducers beyond those are retained because effects live below children that only they
/// have.
private let olderCountMax = 3

/// How often the reducers of one place are compiled before that is reported, if none of them is
/// called again in between.
private let compilationCountMax = 8

/// The reducers that a leaf calls at one place: those that it called last, and earlier ones that
/// still have effects below children of their own.
///
/// A leaf usually calls one reducer at one place. It calls several if the leaf belongs to a reducer
/// that is itself called by hand: then leaves of several features may have the same place.
final class PlacedCall<Base: Reducer>: HandCall {
  /// What part of its state the caller calls the reducer on.
  let part: CalledPart
  /// The last run of the caller that made this call.
  var lastRun: UInt64 = 0
  /// Where the state was in that run. Safe: it is compared and never read.
  var lastAddress: UnsafeMutableRawPointer?
  private let place: Int
  /// Distinguishes an element from others; `nil` unless the part is one whose state is
  /// `Identifiable`. An observable identity changes with what is in the element.
  private let identity: ChildIdentity<Base.State>?
  private unowned let context: _NodeContext
  /// The compiled reducers; the last one called comes first.
  private var recent: [Compiled] = []
  private var older: [Compiled] = []
  /// How often a reducer was compiled, less half the number of times that one was found.
  private var strain = 0

  private struct Compiled {
    let arena: NodeArena
    let node: ReusedNode<Base>
  }

  init(
    at place: Int, on part: CalledPart, ofCaller state: any Any.Type, in context: _NodeContext
  ) {
    self.place = place
    self.part = part
    self.context = context
    // A state of the caller's own type may be a copy of the caller's state, which has no scope of
    // its own.
    let isElement =
      part == .elsewhere && state != Base.State.self && Base.State.self is any Identifiable.Type
    identity = isElement ? ChildIdentity() : nil
  }

  /// Whether elements of one list have scopes of their own.
  var distinguishesElements: Bool { identity != nil }

  /// Gives the effects of a part their own scope, so that equal ids of two parts are different.
  func owning(
    _ effect: Effect<Base.Action>, of state: inout Base.State
  ) -> Effect<Base.Action> {
    guard effect.storage != nil else { return effect }
    if let identity {
      guard let id = identity(of: &state) else { return effect }
      return effect.scoped(at: .row(node: place, id: id), embed: { $0 })
    }
    guard case .stored = part else { return effect }
    return effect.scoped(at: .fixed(node: place), embed: { $0 })
  }

  /// Looks for a reducer among those that were called last.
  ///
  /// - Returns: Whether it certainly is one of them; then it comes first.
  func find(_ base: Base, dependencies: DependencyValues) -> Bool {
    guard
      let index = recent.firstIndex(where: {
        $0.node.stands(for: base, dependencies: dependencies)
      })
    else { return false }
    if strain > 0 { strain -= 1 }
    if index > 0 { recent.insert(recent.remove(at: index), at: 0) }
    return true
  }

  /// Runs the reducer that was found or compiled last.
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let last = recent.first else {
      preconditionFailure("'\(Base.self)' is compiled before it is called.")
    }
    // Retained: the call may come back to this place with another reducer.
    return withExtendedLifetime(last.arena) {
      last.node.compiled.reduce(into: &state, action: action)
    }
  }

  /// Compiles a reducer, and puts it first.
  func compile(_ base: Base, dependencies: DependencyValues) {
    strain += 2
    if strain == 2 * compilationCountMax { reportAnother() }
    let arena = NodeArena()
    let node = ReusedNode(
      base, dependencies: dependencies, at: NodeLevel(qualifier: place, feature: place),
      in: arena, of: context)
    arena.keep(node)
    node.compile()
    recent.insert(Compiled(arena: arena, node: node), at: 0)
    if recent.count > recentCountMax { older.append(recent.removeLast()) }
    // Without effects that can end, nothing has to be found again.
    if context.flags.endableScopeCount == 0 { older = [] }
    guard !older.isEmpty else { return }
    let places = recentPlaces
    older.removeAll { $0.node.places.isSubset(of: places) }
  }

  /// Whether a reducer that was called last has children.
  var hasChildren: Bool { recent.contains { !$0.node.places.isEmpty } }

  /// The places of children in the reducers that were called last.
  private var recentPlaces: Set<Int> {
    recent.reduce(into: []) { $0.formUnion($1.node.places) }
  }

  func findLostScopes<State>(in scope: _EffectScope, ofCaller state: inout State) {
    guard part == .own else {
      guard let last = recent.first, holdsEndableChildren(in: scope) else { return }
      return last.node.reportUnreachable(from: State.self)
    }
    for compiled in older + recent { compiled.node.findLostScopes(in: scope, ofCaller: &state) }
    forgetOlder(in: scope)
  }

  /// Whether children of the part can end before their caller does. Of elements only those count
  /// whose children are new: it is reported once.
  private func holdsEndableChildren(in scope: _EffectScope) -> Bool {
    if identity != nil, scope.takesNewChildren(ofRowsAt: place) { return true }
    if case .stored = part {
      return scope.child(at: place)?.holdsEndable(at: recentPlaces) == true
    }
    return scope.holdsEndable(at: recentPlaces)
  }

  /// Forgets older reducers that have no more effects below them.
  private func forgetOlder(in scope: _EffectScope) {
    guard !older.isEmpty else { return }
    let places = recentPlaces
    older.removeAll { !scope.holdsEndable(at: $0.node.places.subtracting(places)) }
    guard older.count > olderCountMax else { return }
    older.removeFirst()
    context.reportOnce(
      """
      A reducer that is called by hand has different children for every action: '\(Base.self)'.

      More than \(olderCountMax) earlier values of it have children with effects in flight. The \
      store has forgotten the oldest of these values, so its effects continue when their children \
      are gone. Give the reducer the same children each time, or compose it in a 'body'.
      """)
  }

  private func reportAnother() {
    context.reportOnce(
      """
      A reducer that is called by hand is another one for almost every action: '\(Base.self)'.

      Its body was read and compiled \(compilationCountMax) times, each time for a value that the \
      store does not know, or for other dependencies. That takes far longer than an action. Hold \
      the reducer in a stored property of the one that calls it, or make the one that calls it a \
      'WrapperReducer'; what differs between actions belongs in the state. Override dependencies \
      by '.dependency' in a 'body', not by 'withDependencies' around the call.
      """)
  }

  func reportTooMany(_ countMax: Int) {
    context.reportOnce(
      """
      A reducer calls more than \(countMax) different reducers of one type by hand in one run: \
      '\(Base.self)'.

      The store distinguishes that many by the order of the calls. The others cancel each other's \
      effects if the effects have equal ids. Compose them in a 'body' by 'forEach' or 'Scope'.
      """)
  }
}

extension ReusedNode {
  /// Marks the scopes of children as lost that are gone. The state is the caller's own.
  fileprivate func findLostScopes<State>(in scope: _EffectScope, ofCaller state: inout State) {
    guard let compiledIfAny else { return }
    withUnsafeMutablePointer(to: &state) { pointer in
      // Safe: the types are the same, as checked when the reducer was called.
      pointer.withMemoryRebound(to: Child.State.self, capacity: 1) {
        compiledIfAny.findLostScopes(in: scope, state: &$0.pointee)
      }
    }
  }
}

extension ReusedNode {
  /// Reports once to the author that effects below this child can't end with their features.
  fileprivate func reportUnreachable<Caller>(from caller: Caller.Type) {
    context.reportOnce(
      """
      A reducer with children was called by hand on a part of a state: '\(Child.self)' on a \
      '\(Child.State.self)' in a '\(Caller.self)'.

      The store can't find that part again, so the effects of children that are gone go on. Run \
      the reducer by 'Scope(state:action:)' in a 'body': it says where the part is.
      """)
  }
}
