/// The required behaviour of a store, written from the laws alone: slow and plain.
///
/// It has no tree of nodes, no table of observers and no scopes. An effect has the places of the
/// children that it belongs to, and the model searches all of them for those that end.
final class Model {
  let program: Program
  var root = ModelState(.tree)
  var memory = ModelMemory()
  /// The expected events, in order.
  var expected: [ModelEvent] = []

  /// The effects in flight, oldest first.
  var effects: [ModelEffect] = []
  var toLaunch: [ModelEffect] = []
  var waiting: [ModelAction] = []
  var jobs: [ModelJob] = []
  var isBusy = false
  var tasks: [Int: ModelGroup] = [:]
  var now = 0
  var windows: [ModelWindow] = []

  var observers: [Int: ModelObserver] = [:]
  var touches: [(path: [Hop], touch: ModelTouch)] = []

  /// The number of actions that must have been dropped as late, and of those that may have been.
  var lateCount = 0
  var doubtfulLateCount = 0
  /// The number of actions for children that do not exist.
  var absentCount = 0
  /// The number of dismissals of features that are not presented.
  var emptyDismissalCount = 0
  /// The positions of features in the tree of reducers that actions have led to.
  var reached: Set<[Int]> = []
  /// The act of the next `onChange` handler.
  var changeAct: HostAct?
  /// True if the program has released its store.
  var isDropped = false

  init(_ program: Program) {
    self.program = program
    changeAct = program.changeAct
    root = memory.make(.rows, id: 0).state
    for placed in program.initial { change(placed, from: []) }
    touches = []
  }

  func change(_ placed: PlacedChange, from here: [Hop]) {
    let place = here + placed.place
    // Reaching into a collection changes it in place, even if nothing else changes.
    for index in here.count..<place.count where place[index].slot.isMany {
      touches.append((Array(place[..<index]), .slots([place[index].slot])))
    }
    var touch: ModelTouch?
    // Changing the contents of a case from outside means assigning the case.
    for index in here.count..<place.count
    where place[index].slot == .one || place[index].slot == .two {
      touches.append((Array(place[..<index]), .inCase))
    }
    let before = root.state(at: place)
    root.modify(at: place[...]) { touch = $0.make(placed.change, with: &memory) }
    if !placed.place.isEmpty { presentAgain(at: place, since: before) }
    if let touch { touches.append((place, touch)) }
  }

  /// A child that a feature above has replaced is presented again, unless it is the same child.
  private func presentAgain(at place: [Hop], since before: ModelState?) {
    guard let hop = place.last, hop.slot == .shown || hop.slot == .card, let before,
      let now = root.state(at: place), !ModelState.isSamePresented(before, now, in: hop.slot)
    else { return }
    let incarnation = memory.nextIncarnation()
    root.modify(at: place.dropLast()) { $0.children[hop.slot]?[0].incarnation = incarnation }
  }

  func expect(_ event: Event) {
    expected.append(.event(event))
  }
}

/// An expected event.
enum ModelEvent {
  case event(Event)
  /// Observers are notified; each has the values that it must read, and whether it must be
  /// notified.
  case told([Int: (values: [Int?], must: Bool)])
  /// All observers that had to be notified were.
  case settled
}

/// A waiting action.
struct ModelAction {
  let path: [Hop]
  let command: Command
  let group: ModelGroup
  /// Its origin; `nil` for the host.
  var frame: ModelFrame?
  /// The `.send` as an effect, which an id can cancel.
  var effect: ModelEffect?
  /// True if the sender has ended.
  var isLost = false
}

/// Everything that one sent action has started.
final class ModelGroup {
  var pendingCount = 0
  var isCancelled = false
}

/// The feature that effects belong to, and its surroundings.
struct ModelFrame {
  /// The feature that returned them.
  var path: [Hop]
  /// The places of the children that the feature is, or is below.
  var places: [ModelPlace]
  let group: ModelGroup
  var ids: [Int] = []
  var sequence: ModelSequence?
  var dependency: Int
  /// True if the feature is presented, so that it can be dismissed.
  var canDismiss = false
}

/// An effect in flight.
final class ModelEffect {
  let frame: ModelFrame
  /// Its work; `nil` for a pause, a timer, and other effects without work.
  let work: Work?
  /// The time at which a pause ends.
  var deadline: Int?
  var sequence: ModelSequence?
  /// The throttle window whose pause it is, or that holds it back.
  var window: ModelWindow?
  var isCancelled = false
  var isFinished = false
  var isLaunched = false
  var hasBegun = false
  var isWaiting = false
  /// True if its work has ended and the store does not know yet.
  var isOver = false
  var orders: [ModelOrder] = []

  init(_ frame: ModelFrame, work: Work? = nil) {
    self.frame = frame
    self.work = work
  }
}

/// An order to an effect's work.
enum ModelOrder {
  case send([Hop], Command)
  case dismiss
  case end
}

/// A concatenation.
final class ModelSequence {
  var parts: [EffectPlan]
  let frame: ModelFrame
  let effect: ModelEffect
  /// The pause of a debounce, while it lasts.
  var pause: ModelEffect?
  var nextIndex = 0
  var pendingCount = 0

  init(_ parts: [EffectPlan], _ frame: ModelFrame) {
    self.parts = parts
    self.frame = frame
    self.effect = ModelEffect(frame)
  }
}

/// The interval after an effect's start in which others with its id are held back. It belongs to
/// the feature, not to a sender.
final class ModelWindow {
  let id: Int
  let frame: ModelFrame
  var time: Int
  var timer: ModelEffect?
  var held: (plan: EffectPlan, time: Int, effect: ModelEffect)?
  var isClosed = false

  init(id: Int, frame: ModelFrame, time: Int) {
    self.id = id
    self.frame = frame
    self.time = time
  }
}

/// A job, on the store's actor or elsewhere.
enum ModelJob {
  case begin(ModelEffect)
  case resume(ModelEffect)
  case deliver(ModelEffect, [Hop], Command)
  case dismiss(ModelEffect)
  case end(ModelEffect)
  case beginCancelling(ModelGroup)
  case cancel(ModelGroup)
}

/// An observation.
final class ModelObserver {
  let reading: Reading
  var acts: [HostAct]
  var values: [Int?]
  var isCancelled = false
  /// The number of touches that it has seen: those of the queue in which it was registered.
  var touchCount = 0
  /// True if it read a different value within a queue, when another observer was added.
  var hasDiffered = false
  /// The presentations that the stores it keeps belong to; `nil` if it keeps none.
  var presentations: [Int]?
  /// True if it looked for a child in a case and did not find it.
  var lacksCase = false
  /// The values read inside it with the system's tracking, and so also by itself.
  var alsoReads: Reading?

  init(_ reading: Reading, _ acts: [HostAct], _ values: [Int?]) {
    self.reading = reading
    self.acts = acts
    self.values = values
  }
}
