/// The ingredients of programs; each can be left out, to search for one defect alone.
enum Ingredient: String, CaseIterable, Sendable {
  /// Reducers that wrap others.
  case wrappers
  /// Copies of states that are kept and restored later.
  case copies
  /// Observers.
  case observers
  /// Observers that read a child from its parent's store.
  case properties
  /// Observers that read from child stores.
  case childStores
  /// Observers that keep child stores.
  case keptStores
  /// Observers that send, cancel and drop.
  case reactions
  /// The system's tracking, begun by the host, and within observers.
  case tracking
  /// Children without ids that others replace.
  case replacements
  /// Rows, stacks and routes within rows.
  case lists
  /// Effects that are cancelled by ids.
  case ids
  /// Concatenations.
  case sequences
  /// Pauses of a clock.
  case debounce
  /// Throttles.
  case throttle
  /// `onCancel` handlers that send and cancel.
  case onCancel
  /// Reducers that send.
  case reentrance
  /// Stores that are released in the middle.
  case drops
  /// `onChange`, and parents before children.
  case shapes
  /// Dependency overrides.
  case overrides
  /// Instruments that observe, send and drop in the middle of a queue.
  case instruments
  /// `dismiss`, by effects and by the host.
  case dismissals
  /// Observers that are added and removed.
  case churn
}

/// A reproducible generator of random numbers.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    // The multiples of the step must not be seeds: their numbers would be the same, shifted by one.
    state = seed
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Makes random programs; it looks at the model, so that most of their steps are possible.
struct Generator {
  var random: SplitMix
  let ingredients: Set<Ingredient>
  private var lastCommand = 0
  private var lastWork = 0
  private var lastID = 100
  private var copyCount = 0
  private var observerCount = 0
  private var stepCount = 0
  private var hasReactingObserver = false
  private var hasDrop = false
  /// True if most effects have one id, and cancel others when they are cancelled.
  private var hasChains = false
  private var hasInstrument = false

  init(seed: UInt64, ingredients: Set<Ingredient>) {
    random = SplitMix(seed)
    self.ingredients = ingredients
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  func has(_ ingredient: Ingredient) -> Bool { ingredients.contains(ingredient) }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  private mutating func newID() -> Int {
    lastID += 1
    return lastID
  }
}

// MARK: - Programs

extension Generator {
  /// Makes a program without steps.
  mutating func makeProgram() -> Program {
    var program = Program()
    for index in program.levels.indices {
      if has(.wrappers), chance(40) {
        program.levels[index].wrapper = pick(Wrapper.allCases) ?? .none
      }
      if has(.shapes) {
        program.levels[index].hasOnChange = chance(15)
        program.levels[index].isParentFirst = chance(20)
      }
      if has(.overrides), chance(25) { program.levels[index].override = index + 1 }
    }
    hasDrop = has(.drops) && chance(12)
    hasChains = has(.onCancel) && has(.ids) && chance(10)
    hasInstrument = has(.instruments) && chance(25)
    program.hasInstrument = hasInstrument
    if has(.shapes), hasDrop, chance(25) { program.changeAct = .drop }
    let count = 2 + below(6)
    var model = Model(program)
    for _ in 0..<count {
      let place = pickPlace(in: model.root)
      let kind = model.root.state(at: place)?.kind ?? .tree
      guard let change = makeFilling(kind) else { continue }
      program.initial.append(PlacedChange(place: place, change: change))
      model = Model(program)
    }
    return program
  }

  private mutating func makeFilling(_ kind: Kind) -> Change? {
    let slots = kind.slots.filter { $0 != .fixed && $0 != .mode && (has(.lists) || !$0.isMany) }
    guard let slot = pick(slots) else { return nil }
    return slot.isMany ? .append(slot, id: newID()) : .put(slot, id: 1 + below(3))
  }

  /// Picks a feature that exists.
  mutating func pickPlace(in root: ModelState) -> [Hop] {
    var place: [Hop] = []
    var state = root
    while place.count < 4, chance(65) {
      let hops = state.children.flatMap { slot, children in
        children.map { Hop(slot: slot, key: $0.key) }
      }.sorted { ($0.slot.rawValue, $0.key) < ($1.slot.rawValue, $1.key) }
      guard let hop = pick(hops), let child = state.child(at: hop) else { break }
      place.append(hop)
      state = child.state
    }
    return place
  }
}

// MARK: - Steps

extension Generator {
  mutating func makeStep(_ model: Model) -> Step {
    defer { stepCount += 1 }
    let running = model.effects.filter { $0.hasBegun && $0.work != nil }
    if let effect = pick(running), let number = effect.work?.number, chance(30) {
      if chance(40) { return .tell(effect: number, [], nil) }
      let path = effect.frame.path
      if has(.dismissals), chance(20), effect.frame.canDismiss {
        return .tell(effect: number, [], .dismissal)
      }
      return .tell(effect: number, [], makeCommand(path.count, model, at: path))
    }
    if has(.observers), chance(18) {
      if observerCount > 0, chance(30) { return .cancelToken(below(observerCount)) }
      if has(.churn), chance(10) { return .churn(makeReading(model), count: 10) }
      return makeObservation(model)
    }
    if stepCount > 0, chance(6) { return .cancelTask(below(stepCount)) }
    if has(.debounce) || has(.throttle), chance(12) { return .advance(1 + below(3)) }
    var path = pickPlace(in: model.root)
    if has(.dismissals), chance(8), path.presentation == path, !path.isEmpty {
      return .dismiss(path)
    }
    if chance(4) { path = stalePath(path) }
    let command = makeCommand(path.count, model, at: path)
    return .send(path, command, isAwaited: chance(25), viaStores: chance(30), thenRuns: chance(75))
  }

  /// A path to a child that may have been removed.
  private mutating func stalePath(_ path: [Hop]) -> [Hop] {
    guard let kind = path.last?.slot.kind ?? Optional(Kind.tree) else { return path }
    guard let slot = pick(kind.slots.filter { !$0.isMany }) else { return path }
    return path + [Hop(slot: slot)]
  }

  private mutating func makeObservation(_ model: Model) -> Step {
    observerCount += 1
    var acts: [HostAct] = []
    if has(.reactions), !hasReactingObserver, chance(35) {
      hasReactingObserver = true
      acts = [.send([], makeCommand(0, model, at: []))]
    }
    let number = observerCount - 1
    if has(.tracking), chance(25) { return .observe(number, makeTracking(model), nil) }
    if has(.tracking), !hasReactingObserver, chance(25) {
      hasReactingObserver = true
      observerCount += 1
      acts = [.observe(observerCount - 1, makeTracking(model))]
    }
    return .observe(number, makeReading(model), Reaction(acts: acts))
  }

  private mutating func makeTracking(_ model: Model) -> Reading {
    var reading = makeReading(model)
    reading.isTracked = true
    return reading
  }

  private mutating func makeReading(_ model: Model) -> Reading {
    var reading = Reading()
    let way = pickPlace(in: model.root)
    // No store leads through a route.
    let reach = way.firstIndex { $0.slot == .routes } ?? way.count
    var split = has(.properties) && chance(40) ? below(reach + 1) : reach
    if !has(.childStores) { split = 0 }
    reading.stores = Array(way.prefix(split))
    if has(.properties) { reading.properties = Array(way.dropFirst(split)) }
    let kind = model.root.state(at: reading.stores + reading.properties)?.kind ?? .tree
    let lists = kind.slots.filter(\.isMany)
    if kind == .mode {
      reading.part = .a
    } else if let list = pick(lists), has(.lists), chance(25) {
      reading.part = .keys(list)
    } else {
      reading.part = chance(50) ? .a : chance(70) ? .b : .all
    }
    if kind == .mode || reading.part == .all { reading.properties = [] }
    reading.keepsStores = has(.keptStores) && chance(40)
    return reading
  }
}

// MARK: - Commands

extension Generator {
  private mutating func makeCommand(_ depth: Int, _ model: Model, at path: [Hop]) -> Command {
    lastCommand += 1
    let number = lastCommand
    var reactions: [Reaction] = []
    let count = 1 + (chance(25) ? 1 : 0)
    for _ in 0..<count {
      let distance = min(chance(65) ? 0 : below(3), depth)
      let here = Array(path.dropLast(distance))
      var reaction = Reaction(distance: distance)
      let state = model.root.state(at: here)
      let changes = below(10)
      for _ in 0..<(changes < 3 ? 0 : changes < 8 ? 1 : 2) {
        if let change = makeChange(state ?? ModelState(.tree)) { reaction.changes.append(change) }
      }
      if chance(45) { reaction.effect = makeEffect(2, model, at: here) }
      if let act = makeAct(model) { reaction.acts.append(act) }
      if !reactions.contains(where: { $0.distance == distance }) { reactions.append(reaction) }
    }
    return Command(number, reactions, heard: makeHeard(model))
  }

  private mutating func makeHeard(_ model: Model) -> [HostAct] {
    guard hasInstrument, chance(20) else { return [] }
    if has(.observers), chance(60) {
      observerCount += 1
      return [.observe(observerCount - 1, makeReading(model))]
    }
    if hasDrop, chance(20) { return [.drop] }
    return makeAct(model).map { [$0] } ?? [.send(pickPlace(in: model.root), simpleCommand())]
  }

  private mutating func makeAct(_ model: Model) -> HostAct? {
    if has(.reentrance), chance(4) {
      return .send(pickPlace(in: model.root), simpleCommand())
    }
    if has(.reentrance), stepCount > 0, chance(2) { return .cancelTask(below(stepCount)) }
    if has(.reentrance), observerCount > 0, chance(2) { return .cancelToken(below(observerCount)) }
    if hasDrop, chance(6) { return .drop }
    return nil
  }

  /// A command that only changes a field.
  private mutating func simpleCommand() -> Command {
    lastCommand += 1
    return Command(
      lastCommand,
      [Reaction(changes: [PlacedChange(change: .set(chance(50) ? .a : .b, below(50)))])])
  }

  private mutating func makeChange(_ state: ModelState) -> PlacedChange? {
    let place = chance(60) ? [] : pickPlace(in: state)
    guard let here = state.state(at: place) else { return nil }
    if here.kind != .mode, chance(35) {
      return PlacedChange(place: place, change: .set(chance(60) ? .a : .b, below(50)))
    }
    if has(.copies), chance(40) {
      return makeCopying(here).map { PlacedChange(place: place, change: $0) }
    }
    return makeStructural(here).map { PlacedChange(place: place, change: $0) }
  }

  private mutating func makeStructural(_ here: ModelState) -> Change? {
    let slots = here.kind.slots.filter { $0 != .mode && (has(.lists) || !$0.isMany) }
    guard let slot = pick(slots) else { return nil }
    if !has(.replacements), [.mote, .sub, .two].contains(slot) {
      return here.children[slot, default: []].isEmpty ? nil : .clear(slot)
    }
    let there = here.children[slot, default: []]
    if slot.isMany {
      let key = pick(there.map(\.key)) ?? 0
      switch below(7) {
      case 0, 1, 2: return .append(slot, id: slot == .rows && chance(30) ? 1 + below(4) : newID())
      case 3, 4: return .remove(slot, key: key)
      case 5: return .renew(slot, key: slot == .routes ? newID() : key)
      default: return slot == .rows && chance(50) ? .swapRows : .rotate(slot)
      }
    }
    let id = there.first.map(\.state.id) ?? 0
    if !has(.replacements) { return chance(60) ? .put(slot, id: 1 + below(3)) : .clear(slot) }
    switch below(8) {
    case 0, 1, 2: return .put(slot, id: 1 + below(3))
    case 3, 4: return slot == .fixed ? .swapKids : .clear(slot)
    case 5: return slot == .fixed ? .put(.fixed, id: below(3)) : .renew(slot, key: id)
    case 6: return here.kind == .tree ? .swapKids : .put(slot, id: id)
    default: return .put(slot, id: id)
    }
  }

  private mutating func makeCopying(_ here: ModelState) -> Change? {
    if copyCount == 0 || chance(45) {
      copyCount += 1
      let lists = here.kind.slots.filter(\.isMany)
      if let list = pick(lists), has(.lists), chance(25) { return .saveAll(list, copyCount) }
      return .save(copyCount)
    }
    let copy = 1 + below(copyCount)
    if has(.lists), here.kind.slots.contains(.rows), chance(25) { return .putRow(copy) }
    let slots = here.kind.slots
    guard let slot = pick(slots), chance(60) else { return .become(copy) }
    return slot.isMany ? .assignAll(slot, copy) : .assign(slot, copy)
  }
}

// MARK: - Effects

extension Generator {
  private mutating func makeEffect(_ depth: Int, _ model: Model, at path: [Hop]) -> EffectPlan {
    if hasChains, chance(70) {
      return chance(20)
        ? .cancel(0) : .cancellable(.run(makeWork(model)), id: 0, cancelInFlight: false)
    }
    let isLeaf = depth == 0 || chance(45)
    if isLeaf {
      switch below(10) {
      case 0, 1: return .send([], simpleCommand())
      case 2: return has(.ids) ? .cancel(below(3)) : .none
      default: return .run(makeWork(model))
      }
    }
    switch below(10) {
    case 0, 1: return .merge((0..<2 + below(2)).map { _ in makeEffect(depth - 1, model, at: path) })
    case 2, 3:
      guard has(.sequences) else { return makeEffect(0, model, at: path) }
      return .concatenate((0..<2 + below(2)).map { _ in makeEffect(depth - 1, model, at: path) })
    case 4: return .map(makeEffect(depth - 1, model, at: path))
    case 5 where has(.throttle) && (!has(.debounce) || chance(50)):
      return .throttle(
        makeEffect(depth - 1, model, at: path), id: below(3), for: 1 + below(3), latest: chance(50))
    case 5 where has(.debounce):
      return .debounce(makeEffect(depth - 1, model, at: path), id: below(3), for: 1 + below(3))
    default:
      guard has(.ids) else { return makeEffect(0, model, at: path) }
      return .cancellable(
        makeEffect(depth - 1, model, at: path), id: below(3), cancelInFlight: chance(35))
    }
  }

  private mutating func makeWork(_ model: Model) -> Work {
    lastWork += 1
    var work = Work(number: lastWork, isStubborn: chance(15))
    if hasChains, stepCount > 0, chance(50) {
      work.onCancel = .cancelTaskAtOnce(below(stepCount))
    } else if has(.onCancel), chance(15) {
      work.onCancel =
        stepCount > 0 && chance(40)
        ? chance(50) ? .cancelTask(below(stepCount)) : .cancelTaskAtOnce(below(stepCount))
        : .send(pickPlace(in: model.root), simpleCommand())
    }
    return work
  }
}
