// A generated program as data: it can be run, given to the model, shrunk and printed.

/// A way in which a state holds children.
enum Slot: Int, CaseIterable, Sendable {
  case fixed, opt, mote, shown, mode, rows, stack, routes
  case sub, card
  case one, two

  /// Whether there are many children, each with a key.
  var isMany: Bool { self == .rows || self == .stack || self == .routes }
}

/// The four sorts of states.
enum Kind: Int, Sendable {
  case tree, kid, mote, mode

  /// The slots that a state of this sort has.
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
  /// The sort of the states in the slot.
  var kind: Kind {
    switch self {
    case .fixed, .opt, .shown, .routes, .one: .kid
    case .mote, .sub, .card, .two: .mote
    case .mode: .mode
    case .rows, .stack: .tree
    }
  }
}

/// One step on the way from a feature to a feature below it.
struct Hop: Hashable, Sendable {
  let slot: Slot
  /// The id of a row; the number of an element of a stack or of a route; 0 for others.
  var key = 0
}

/// A field of every state.
enum Field: Sendable { case a, b }

/// A change of a state.
enum Change: Sendable {
  /// Gives a field a value.
  case set(Field, Int)
  /// Assigns a new child, also in the place of another.
  case put(Slot, id: Int)
  /// Takes a child away.
  case clear(Slot)
  /// Takes a child away, and puts another with the same id in its place.
  case renew(Slot, key: Int)
  /// Puts a new element at the end.
  case append(Slot, id: Int)
  /// Takes one element away.
  case remove(Slot, key: Int)
  /// Takes the first element out and puts it back at the end.
  case rotate(Slot)
  /// Exchanges the first row and the last.
  case swapRows
  /// Exchanges the child in `fixed` and the one in `opt`.
  case swapKids
  /// Keeps a copy of the state.
  case save(Int)
  /// Puts a copy in the place of the state.
  case become(Int)
  /// Assigns a copy to a slot for one child.
  case assign(Slot, Int)
  /// Keeps a copy of all the elements of a slot.
  case saveAll(Slot, Int)
  /// Puts a copy of a row where the row with its id is, or at the end.
  case putRow(Int)
  /// Puts a copy in the place of all the elements.
  case assignAll(Slot, Int)
}

/// A change, and where below the feature that makes it.
struct PlacedChange: Sendable {
  var place: [Hop] = []
  var change: Change
}

/// What a program may do to its store from inside it.
enum HostAct: Sendable {
  case send([Hop], Command)
  case cancelTask(Int)
  /// Cancels it before anything else goes on.
  case cancelTaskAtOnce(Int)
  case cancelToken(Int)
  case observe(Int, Reading)
  case drop
}

/// What a feature does about an action.
struct Reaction: Sendable {
  /// How far above the feature that the action is for it stands.
  var distance = 0
  var changes: [PlacedChange] = []
  var effect = EffectPlan.none
  /// What it does to the store while it reduces.
  var acts: [HostAct] = []
}

/// The payload of an action.
final class Command: Sendable {
  let number: Int
  let reactions: [Reaction]
  /// What the program's instrument does when it hears of the action.
  let heard: [HostAct]
  /// Whether it asks the parent to take the feature away.
  let isDismissal: Bool

  init(
    _ number: Int, _ reactions: [Reaction], heard: [HostAct] = [], isDismissal: Bool = false
  ) {
    self.number = number
    self.reactions = reactions
    self.heard = heard
    self.isDismissal = isDismissal
  }

  /// Asks the parent to take a feature away.
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

/// The work of a `.run`: it waits for orders of the program.
struct Work: Sendable {
  let number: Int
  /// Whether it goes on waiting after it was cancelled.
  var isStubborn = false
  /// What happens in its `onCancel` handler.
  var onCancel: HostAct?
}

/// What an observer reads.
struct Reading: Sendable {
  enum Part: Equatable, Sendable { case a, b, keys(Slot), all }
  /// The stores that it goes through, from the root.
  var stores: [Hop] = []
  /// The properties that it goes through from there.
  var properties: [Hop] = []
  var part = Part.a
  /// Whether the stores are kept from the beginning.
  var keepsStores = false
  /// Whether it reads by the system's tracking, and not by `observe`.
  var isTracked = false
}

/// What the host does.
enum Step: Sendable {
  /// Sends an action; all jobs run after it unless it is one of a burst.
  case send([Hop], Command, isAwaited: Bool, viaStores: Bool, thenRuns: Bool)
  /// Tells the work of an effect to send an action, or to end.
  case tell(effect: Int, [Hop], Command?)
  /// Sends the action by which the parent takes a child away.
  case dismiss([Hop])
  /// Makes an observer and cancels it again, `count` times.
  case churn(Reading, count: Int)
  case cancelTask(Int)
  case observe(Int, Reading, Reaction?)
  case cancelToken(Int)
  case advance(Int)
}

extension Step {
  /// Whether all jobs have run after it.
  var isDrained: Bool {
    switch self {
    case .send(_, _, _, _, let thenRuns): thenRuns
    case .churn: false
    default: true
    }
  }
}

/// How a feature wraps the reducer below it.
enum Wrapper: Int, CaseIterable, Sendable {
  case none, reduce, combined, compiled
}

/// How features of one depth are put together.
struct LevelShape: Sendable {
  var wrapper = Wrapper.none
  /// Whether the parent's own reducer comes before the `Scope`s.
  var isParentFirst = false
  /// Whether `onChange(of: \.a)` is applied to all.
  var hasOnChange = false
  /// The dependency value, where it is overridden.
  var override: Int?
}

/// A whole program.
struct Program: Sendable {
  /// Three depths; deeper features are as the last.
  var levels = [LevelShape](repeating: LevelShape(), count: 3)
  var initial: [PlacedChange] = []
  /// Whether the store has an instrument.
  var hasInstrument = false
  /// What the first handler of `onChange` does that is called.
  var changeAct: HostAct?
  var steps: [Step] = []

  func level(_ depth: Int) -> LevelShape { levels[min(depth, 2)] }
}
