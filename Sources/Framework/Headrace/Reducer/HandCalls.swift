/// The reducers that one leaf of the tree calls by hand.
///
/// A reducer that wraps another may call `base.reduce(into:action:)`. If `base` has a body, it is
/// compiled at the first call and identified by its *place*: the leaf that calls it, its type, the
/// part of the leaf's state that it is called on, and its position among such calls. So effects
/// below it keep their owners, whether the leaf calls the same reducer each time or makes a new one
/// for every action. A leaf that calls the feature that it is part of runs the node of that
/// feature; see `EnclosingFeature`.
///
/// For example, a leaf calls two reducers of one type for each action:
///
///     struct Twice: Reducer {
///       func reduce(into state: inout State, action: Action) -> Effect<Action> {
///         let first = Row(title: "one").reduce(into: &state, action: action)
///         let second = Row(title: "two").reduce(into: &state, action: action)
///         return .merge(first, second)
///       }
///     }
///
/// 1. The leaf's node calls `begin(on:)`, which makes the leaf the caller.
/// 2. The first call finds no place, makes place 0 for a `Row`, compiles the reducer and runs it.
/// 3. The second call finds place 0, but that is used in this run. It makes place 1.
/// 4. At the next action, the first call finds its reducer at place 0 again: it has the same title.
///    A `Row` with a new title would get the first place that is not used in this run, and would be
///    compiled there. Its children keep their numbers, so effects below them keep their owners.
@usableFromInline
final class HandCalls {
  /// How many different reducers of one type a leaf may call in one run. All further reducers share
  /// the last place.
  private static let countMax = 64

  /// Safe: the flags belong to the context. The caller that they name is alive while its leaf runs,
  /// and the address of a state is only compared.
  @usableFromInline let flags: UnsafeMutablePointer<StoreFlags>
  @usableFromInline private(set) var isEmpty = true
  // It retains the nodes, and their store retains it.
  private unowned let context: _NodeContext
  /// Whether a wrapper has run its base on another state than its own.
  @usableFromInline private(set) var hasRunBaseElsewhere = false
  private let state: any Any.Type
  private let stateSize: Int
  /// The features that the leaf is part of, which it may call.
  var features = EnclosingFeatures()
  private var calls: [any HandCall] = []
  /// The number of the leaf's current run; only runs that call a reducer by hand are counted.
  private var run: UInt64 = 0
  private var lastRun: UInt64 = 0
  /// The place of the leaf; the places of its calls are named below it.
  private lazy var place = context.makePlace(of: "")

  @usableFromInline
  init<State>(on state: State.Type, at place: Int?, in context: _NodeContext) {
    self.context = context
    self.flags = context.flags
    self.state = state
    self.stateSize = MemoryLayout<State>.size
    if let place { self.place = place }
  }

  /// Call it before the leaf runs: it becomes the caller of the reducers that are called by hand.
  @inlinable
  @inline(__always)
  func begin<State>(on state: inout State) {
    let flags = flags
    flags.pointee.caller.calls = Unmanaged.passUnretained(self).toOpaque()
    flags.pointee.caller.state = _withUnprotectedUnsafeMutablePointer(to: &state) {
      UnsafeMutableRawPointer($0)
    }
    flags.pointee.caller.hasCalled = false
  }

  /// Finds the lost scopes below the reducers that the leaf has called.
  @inlinable
  @inline(__always)
  func findLostScopes<State>(in scope: _EffectScope, state: inout State) {
    if !isEmpty { findLost(in: scope, state: &state) }
  }

  @usableFromInline
  func findLost<State>(in scope: _EffectScope, state: inout State) {
    for call in calls { call.findLostScopes(in: scope, ofCaller: &state) }
  }
}

// MARK: - Calling

// Unmanaged: the caller is a leaf that runs, and its store retains it. The pointer to an action is
// safe for the reason at '_ReducerNode'; the address of a state is compared and never read.

extension HandCalls {
  /// Runs a reducer for another that calls it by hand.
  static func reduce<Base: Reducer>(
    _ base: Base, into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    // Found by the thread's frame: an effect inherits the values, and is not on a store's actor.
    guard let values = DependencyFrame.storage.map({ DependencyValues(storage: $0) }),
      let context = values[StoreNodes.self].context, context.flags.pointee.isReducing
    else {
      // Called outside any store: there is no place to keep the node.
      let context = _NodeContext(dependencies: .current, state: Base.State.self)
      return withExtendedLifetime(context) {
        withUnsafePointer(to: action) {
          base._makeNode(in: context).reduce(into: &state, action: $0)
        }
      }
    }
    let caller =
      context.flags.pointee.caller.calls.map {
        Unmanaged<HandCalls>.fromOpaque($0).takeUnretainedValue()
      } ?? context.outermostCalls
    return caller.call(base, into: &state, action: action)
  }

  private func call<Base: Reducer>(
    _ base: Base, into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let flags = flags
    if !flags.pointee.caller.hasCalled {
      lastRun += 1
      run = lastRun
    }
    let address = withUnsafeMutablePointer(to: &state) { UnsafeMutableRawPointer($0) }
    let part = part(at: address, of: Base.State.self)
    // The reducers below have callers of their own, and may run this leaf again. So what describes
    // this run is saved here, and restored after the call.
    var caller = flags.pointee.caller
    let outerRun = run
    defer {
      run = outerRun
      caller.calls = Unmanaged.passUnretained(self).toOpaque()
      caller.hasCalled = true
      flags.pointee.caller = caller
    }
    if part == .own, let feature = features.find(base), let run = feature.run {
      return withUnsafePointer(to: action) { run(&state, $0) }
    }
    let call = find(base, on: part, at: address)
    let effect = call.reduce(into: &state, action: action)
    call.lastRun = outerRun
    call.lastAddress = address
    return call.owning(effect, of: &state)
  }

  /// Which part of the leaf's state is at an address.
  private func part<Part>(at address: UnsafeMutableRawPointer, of type: Part.Type) -> CalledPart {
    guard let own = flags.pointee.caller.state else { return .elsewhere }
    let offset = own.distance(to: address)
    if offset == 0, type == state { return .own }
    return 0..<stateSize ~= offset ? .stored(offset) : .elsewhere
  }

  /// Finds the place of a reducer: the place where the same reducer was called before, or the first
  /// place of its type and part that this run of the leaf has not used yet. There the reducer is
  /// compiled.
  private func find<Base: Reducer>(
    _ base: Base, on part: CalledPart, at address: UnsafeMutableRawPointer
  ) -> PlacedCall<Base> {
    let values = DependencyValues.current
    var (next, last): (PlacedCall<Base>?, PlacedCall<Base>?)
    var count = 0
    for call in calls {
      guard let call = call as? PlacedCall<Base>, call.part == part else { continue }
      // Equal reducers that run on two elements in one run of the leaf have children of their own.
      // Those with an identity have scopes of their own.
      let isOfAnother =
        part == .elsewhere && !call.distinguishesElements && call.lastRun == run
        && call.lastAddress != address && call.hasChildren
      if !isOfAnother, call.find(base, dependencies: values) { return call }
      if next == nil, call.lastRun != run { next = call }
      last = call
      count += 1
    }
    if next == nil, count >= Self.countMax {
      last?.reportTooMany(Self.countMax)
      next = last
    }
    let call = next ?? makeCall(number: count, on: part)
    call.compile(base, dependencies: values)
    return call
  }

  private func makeCall<Base: Reducer>(number: Int, on part: CalledPart) -> PlacedCall<Base> {
    let name = NodePlaceName(
      kind: .call, qualifier: place, type: ObjectIdentifier(Base.self), part: part,
      ordinal: number)
    let place = context.place(named: name, of: _NodeContext.featureName(of: Base.State.self))
    let call = PlacedCall<Base>(at: place, on: part, ofCaller: state, in: context)
    calls.append(call)
    isEmpty = false
    return call
  }
}

// MARK: - Running the Base of a Wrapper

// Safe: the address of the state is compared and never read.

extension HandCalls {
  /// Call it before a wrapper's base runs. The leaves in the base become callers themselves, so
  /// pass what is returned to ``didRunBase(_:)``.
  @inlinable
  func willRunBase<State>(on state: inout State) -> StoreFlags.Caller {
    let caller = flags.pointee.caller
    let address = _withUnprotectedUnsafeMutablePointer(to: &state) { UnsafeMutableRawPointer($0) }
    if address != caller.state { noteBaseElsewhere() }
    return caller
  }

  /// Call it when a wrapper's base has run: the wrapper is the caller again.
  @inlinable
  func didRunBase(_ caller: StoreFlags.Caller) {
    flags.pointee.caller = caller
  }

  @usableFromInline
  func noteBaseElsewhere() {
    hasRunBaseElsewhere = true
  }

  /// Reports once that the effects below a wrapper's base depend on a state that the base did not
  /// have.
  @usableFromInline
  func reportBaseElsewhere<Wrapper>(of wrapper: Wrapper.Type, in scope: _EffectScope) {
    guard scope.endableChildCount > 0 else { return }
    context.reportOnce(
      """
      A 'WrapperReducer' has run its base on another state than its own: '\(Wrapper.self)'.

      The base's children are looked for in the wrapper's own state, and their effects end when it \
      does not have them. Pass the base the 'state' that 'reduce(into:action:base:)' was given, \
      and compare or change that state before and after.
      """)
  }
}

// MARK: - Hiding

extension HandCalls {
  /// The functions of a reducer that the leaf always calls. It is compiled at the first call.
  func hide<Base: Reducer>(_ base: Base) -> _ChildNode<Base> {
    let place = context.level.feature == nil ? nil : self.place
    return context.makeNode(for: base, at: NodeLevel(qualifier: place, feature: place)).nodeOrProxy
  }
}
