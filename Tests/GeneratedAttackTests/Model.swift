/// What a store must do, written from the laws alone: slow and plain.
///
/// It has no tree of nodes, no table of observers and no scopes. An effect has the places of the
/// children that it belongs to, and whatever ends is looked for among all.
final class Model {
  let program: Program
  var root = ModelState(.tree)
  var memory = ModelMemory()
  /// What is to happen, in this order.
  var expected: [ModelEvent] = []

  /// The effects that have started and not ended, oldest first.
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

  /// How many actions must have been dropped as late, and how many may have been besides.
  var lateCount = 0
  var doubtfulLateCount = 0
  /// How many actions were for children that are gone.
  var absentCount = 0
  /// How many dismissals were of what is not presented.
  var emptyDismissalCount = 0
  /// The places of features in the tree of reducers that actions have led to.
  var reached: Set<[Int]> = []
  /// What the next handler of `onChange` does.
  var changeAct: HostAct?
  /// Whether the program has let go of its store.
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
    // To change what is in a case from outside is to assign the case.
    for index in here.count..<place.count
    where place[index].slot == .one || place[index].slot == .two {
      touches.append((Array(place[..<index]), .inCase))
    }
    let before = root.state(at: place)
    root.modify(at: place[...]) { touch = $0.make(placed.change, with: &memory) }
    if !placed.place.isEmpty { presentAgain(at: place, since: before) }
    if let touch { touches.append((place, touch)) }
  }

  /// What a feature above has replaced in place is presented anew, unless it is the same child.
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

/// Something that is to happen.
enum ModelEvent {
  case event(Event)
  /// Observers are told, what they are to read with it, and whether they must be.
  case told([Int: (values: [Int?], must: Bool)])
  /// All observers that must have been told were told.
  case settled
}

/// An action that waits.
struct ModelAction {
  let path: [Hop]
  let command: Command
  let group: ModelGroup
  /// Where it comes from; `nil` for the host.
  var frame: ModelFrame?
  /// The `.send` as an effect, where an id can cancel it.
  var effect: ModelEffect?
  /// Whether what has sent it is gone.
  var isLost = false
}

/// All that one sent action has started.
final class ModelGroup {
  var pendingCount = 0
  var isCancelled = false
}

/// Where and for whom effects run.
struct ModelFrame {
  /// The feature that returned them.
  var path: [Hop]
  /// The children that it is, or is below.
  var places: [ModelPlace]
  let group: ModelGroup
  var ids: [Int] = []
  var sequence: ModelSequence?
  var dependency: Int
  /// Whether something presented the feature, so that it can be left.
  var canDismiss = false
}

/// An effect in flight.
final class ModelEffect {
  let frame: ModelFrame
  /// What it does; `nil` for a pause, a timer, and other effects without work of their own.
  let work: Work?
  /// When a pause is over.
  var deadline: Int?
  var sequence: ModelSequence?
  /// The throttle whose pause it is, or that holds it back.
  var window: ModelWindow?
  var isCancelled = false
  var isFinished = false
  var isLaunched = false
  var hasBegun = false
  var isWaiting = false
  /// Whether its work is over, and the store has not heard of it yet.
  var isOver = false
  var orders: [ModelOrder] = []

  init(_ frame: ModelFrame, work: Work? = nil) {
    self.frame = frame
    self.work = work
  }
}

/// What an effect's work is told to do.
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
  /// What a debounce waits for, while it does.
  var pause: ModelEffect?
  var nextIndex = 0
  var pendingCount = 0

  init(_ parts: [EffectPlan], _ frame: ModelFrame) {
    self.parts = parts
    self.frame = frame
    self.effect = ModelEffect(frame)
  }
}

/// The while after an effect's start in which others with its id are held back. It belongs to the
/// feature, and to no sender.
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
  /// How many of the touches it has seen: those of a queue in whose middle it was registered.
  var touchCount = 0
  /// Whether it read another value in the middle of a queue, when another observer came.
  var hasDiffered = false
  /// Whether it looked for a child in a case, and there was none.
  var lacksCase = false
  /// What was read within it by the system's tracking, and so by itself, too.
  var alsoReads: Reading?

  init(_ reading: Reading, _ acts: [HostAct], _ values: [Int?]) {
    self.reading = reading
    self.acts = acts
    self.values = values
  }
}
