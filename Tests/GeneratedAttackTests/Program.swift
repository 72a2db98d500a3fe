// A generated program as data: it can be run, given to the model, shrunk and printed.

/// A way in which a state contains children.
enum Slot: Int, CaseIterable, Sendable {
  case fixed, opt, mote, shown, mode, rows, stack, routes
  case sub, card
  case one, two

  /// True if it contains many children, each with a key.
  var isMany: Bool { self == .rows || self == .stack || self == .routes }
}

/// The four kinds of states.
enum Kind: Int, Sendable {
  case tree, kid, mote, mode

  /// The slots that a state of this kind has.
  var slots: [Slot] {
    switch self {
    case .tree: [.fixed, .opt, .mote, .shown, .mode, .rows, .stack, .routes]
    case .kid: [.sub, .card, .rows]
    case .mode: [.one, .two]
    case .mote: []
    }
  }
}

extension Slot {
  /// The kind of the states in the slot.
  var kind: Kind {
    switch self {
    case .fixed, .opt, .shown, .routes, .one: .kid
    case .mote, .sub, .card, .two: .mote
    case .mode: .mode
    case .rows, .stack: .tree
    }
  }
}

/// One step on the path from a feature to a feature below it.
struct Hop: Hashable, Sendable {
  let slot: Slot
  /// The id of a row, or the number of a stack's or route's element; 0 for others.
  var key = 0
}

/// A field of every state.
enum Field: Sendable { case a, b }

/// A change of a state.
enum Change: Sendable {
  /// Sets a field to a value.
  case set(Field, Int)
  /// Assigns a new child, possibly replacing another.
  case put(Slot, id: Int)
  /// Removes a child.
  case clear(Slot)
  /// Replaces a child with another one that has the same id.
  case renew(Slot, key: Int)
  /// Appends a new element.
  case append(Slot, id: Int)
  /// Removes one element.
  case remove(Slot, key: Int)
  /// Moves the first element to the end.
  case rotate(Slot)
  /// Swaps the first row and the last.
  case swapRows
  /// Swaps the child in `fixed` and the one in `opt`.
  case swapKids
  /// Keeps a copy of the state.
  case save(Int)
  /// Replaces the state with a copy.
  case become(Int)
  /// Assigns a copy to a slot for one child.
  case assign(Slot, Int)
  /// Keeps a copy of all the elements of a slot.
  case saveAll(Slot, Int)
  /// Replaces the row that has a copied row's id, or appends the copy.
  case putRow(Int)
  /// Replaces all the elements with a copy.
  case assignAll(Slot, Int)
}

/// A change, and its place below the feature that makes it.
struct PlacedChange: Sendable {
  var place: [Hop] = []
  var change: Change
}

/// An act of a program on its store from inside it.
enum HostAct: Sendable {
  case send([Hop], Command)
  case cancelTask(Int)
  /// Cancels it before anything else runs.
  case cancelTaskAtOnce(Int)
  case cancelToken(Int)
  case observe(Int, Reading)
  case drop
}

/// A feature's reaction to an action.
struct Reaction: Sendable {
  /// The number of levels above the feature that the action is for.
  var distance = 0
  var changes: [PlacedChange] = []
  var effect = EffectPlan.none
  /// Its acts on the store while it reduces.
  var acts: [HostAct] = []
}

/// The payload of an action.
final class Command: Sendable {
  let number: Int
  let reactions: [Reaction]
  /// The acts of the program's instrument when it receives the action.
  let heard: [HostAct]
  /// True if it asks the parent to dismiss the feature.
  let isDismissal: Bool

  init(
    _ number: Int, _ reactions: [Reaction], heard: [HostAct] = [], isDismissal: Bool = false
  ) {
    self.number = number
    self.reactions = reactions
    self.heard = heard
    self.isDismissal = isDismissal
  }

  /// Asks the parent to dismiss a feature.
  static let dismissal = Command(0, [], isDismissal: true)
}

/// An effect, as data.
indirect enum EffectPlan: Sendable {
  case none
  case send([Hop], Command)
  case run(Work)
  case cancel(Int)
  case merge([EffectPlan])
  case concatenate([EffectPlan])
  case cancellable(EffectPlan, id: Int, cancelInFlight: Bool)
  case map(EffectPlan)
  case throttle(EffectPlan, id: Int, for: Int, latest: Bool)
  case debounce(EffectPlan, id: Int, for: Int)
}

/// The work of a `.run`, which waits for orders of the program.
struct Work: Sendable {
  let number: Int
  /// True if it keeps waiting after its cancellation.
  var isStubborn = false
  /// The act of its `onCancel` handler.
  var onCancel: HostAct?
}

/// The values that an observer reads.
struct Reading: Sendable {
  enum Part: Equatable, Sendable { case a, b, keys(Slot), all }
  /// The stores along its path, from the root.
  var stores: [Hop] = []
  /// The properties along its path from there.
  var properties: [Hop] = []
  var part = Part.a
  /// True if the stores are kept from the beginning.
  var keepsStores = false
  /// True if it reads with the system's tracking rather than `observe`.
  var isTracked = false
}

/// A step of the host.
enum Step: Sendable {
  /// Sends an action; all jobs run after it unless it is one of a burst.
  case send([Hop], Command, isAwaited: Bool, viaStores: Bool, thenRuns: Bool)
  /// Orders the work of an effect to send an action, or to end.
  case tell(effect: Int, [Hop], Command?)
  /// Sends the action with which the parent dismisses a child.
  case dismiss([Hop])
  /// Makes an observer and cancels it again, `count` times.
  case churn(Reading, count: Int)
  case cancelTask(Int)
  case observe(Int, Reading, Reaction?)
  case cancelToken(Int)
  case advance(Int)
}

extension Step {
  /// True if all jobs have run after it.
  var isDrained: Bool {
    switch self {
    case .send(_, _, _, _, let thenRuns): thenRuns
    case .churn: false
    default: true
    }
  }
}

/// A feature's way to wrap the reducer below it.
enum Wrapper: Int, CaseIterable, Sendable {
  case none, reduce, combined, compiled
}

/// The composition of the features at one depth.
struct LevelShape: Sendable {
  var wrapper = Wrapper.none
  /// True if the parent's own reducer comes before the `Scope`s.
  var isParentFirst = false
  /// True if `onChange(of: \.a)` is applied to all.
  var hasOnChange = false
  /// The overriding dependency value, if any.
  var override: Int?
}

/// A whole program.
struct Program: Sendable {
  /// Three depths; deeper features are like the last.
  var levels = [LevelShape](repeating: LevelShape(), count: 3)
  var initial: [PlacedChange] = []
  /// True if the store has an instrument.
  var hasInstrument = false
  /// The act of the first `onChange` handler that is called.
  var changeAct: HostAct?
  var steps: [Step] = []

  func level(_ depth: Int) -> LevelShape { levels[min(depth, 2)] }
}
