import Headrace
import HeadraceFlow
import IssueReporting

/// Runs a program on a store, step by step beside the model, and says where they part.
final class ProgramRun {
  let program: Program
  let world: World
  let model: Model
  private let host: ProgramHost
  private var store: Store<Tree, TreeAction>?
  private var tokens: [Int: ObserveToken] = [:]
  private var tasks: [Int: StoreTask] = [:]
  private var stepNumber = 0
  /// The first thing that was not as the model says.
  private(set) var failure: String?

  init(_ program: Program, on queue: ProgramQueue) {
    self.program = program
    world = World(program, on: queue)
    model = Model(program)
    host = ProgramHost(queue: queue)
    unowned let run = self
    world.act = { run.perform($0) }
  }

  /// Runs the steps that another makes, until there are no more or something fails.
  func run(_ nextStep: () -> Step?) {
    withIssueReporters([world.reports]) {
      begin()
      while failure == nil, !model.isDropped, let step = nextStep() { take(step) }
      end()
    }
  }

  private func begin() {
    let world = world
    var state = world.makeTree(id: 0)
    for placed in program.initial {
      state.make(placed.change, at: placed.place[...], in: world)
    }
    let initial = state
    let box = Unchecked(store)
    host.assumeIsolated { _ in
      box.value = Store(initialState: initial) { TreeFeature(depth: 0, world: world) }
    }
    store = box.value
    check("the beginning")
  }

  private func take(_ step: Step) {
    model.run(step, number: stepNumber)
    let run = Unchecked(self)
    host.assumeIsolated { _ in run.value.perform(step) }
    check("step \(stepNumber)")
    stepNumber += 1
  }

  private func perform(_ step: Step) {
    switch step {
    case .send(let path, let command, let isAwaited, let viaStores, let thenRuns):
      guard let store else { return }
      let task = send(path, command, to: store, viaStores: viaStores)
      tasks[stepNumber] = task
      if isAwaited { awaitEnd(of: task) }
      if thenRuns { drain() }
    case .tell(let number, let path, let command):
      if let work = world.works[number] {
        work.orders.append(command.map { .send(path, $0) } ?? .end)
        work.wake()
      }
      drain()
    case .cancelTask(let number):
      perform(HostAct.cancelTask(number))
      drain()
    case .observe(let number, let reading, let reaction):
      observe(number, reading, reaction?.acts ?? [])
      drain()
    case .cancelToken(let number):
      perform(HostAct.cancelToken(number))
      drain()
    case .advance(let time):
      drain()
      world.clock.advance(by: .seconds(time))
      drain()
    }
  }

  private func send(
    _ path: [Hop], _ command: Command, to store: Store<Tree, TreeAction>, viaStores: Bool
  ) -> StoreTask {
    var place = AnyStore.tree(store)
    var rest = path[...]
    while viaStores, let hop = rest.first, let child = place.child(hop, in: world) {
      place = child
      rest = rest.dropFirst()
    }
    return place.send(rest, command, in: world)
  }

  private func awaitEnd(of task: StoreTask) {
    let (world, number) = (world, stepNumber)
    Task.detached {
      await task.finish()
      world.log(.finished(task: number))
    }
  }

  private func drain() {
    if !world.queue.drain(), failure == nil { failure = "the store does not come to rest" }
  }

  /// Does what the program does to its store from inside it.
  private func perform(_ act: HostAct) {
    switch act {
    case .send(let path, let command):
      _ = store?.send(.make(path[...], command, in: world))
    case .cancelTask(let number):
      guard let task = tasks[number] else { return }
      Task.detached { await task.cancel() }
    case .cancelToken(let number): tokens[number]?.cancel()
    case .observe(let number, let reading): observe(number, reading, [])
    case .drop: letGo()
    }
  }

  /// Lets go of the store and the tokens. What ends with them may look here again.
  private func letGo() {
    let (store, tokens) = (store, tokens)
    self.store = nil
    self.tokens = [:]
    withExtendedLifetime((store, tokens)) {}
  }

  private func observe(_ number: Int, _ reading: Reading, _ acts: [HostAct]) {
    guard let store, tokens[number] == nil else { return }
    let kept = reading.keepsStores ? Self.find(reading.stores, from: store, in: world) : nil
    let token = Token(world)
    let world = world
    var acts = acts
    var last: [Int?]?
    tokens[number] = store.observe { [weak store] in
      withExtendedLifetime(token) {}
      guard let root = store else { return }
      let place = kept ?? Self.find(reading.stores, from: root, in: world)
      let values = place?.read(reading.properties[...], reading.part) ?? [nil]
      world.log(.observed(number, values))
      if let last, last != values {
        let now = acts
        acts = []
        for act in now { world.act(act) }
      }
      last = values
    }
  }

  private static func find(
    _ hops: [Hop], from store: Store<Tree, TreeAction>, in world: World
  ) -> AnyStore? {
    var place = AnyStore.tree(store)
    for hop in hops {
      guard let child = place.child(hop, in: world) else { return nil }
      place = child
    }
    return place
  }
}

/// Carries a value to where the same thread goes on.
final class Unchecked<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

// MARK: - Comparing

extension ProgramRun {
  private func check(_ when: String) {
    let (events, expected) = (world.events, model.expected)
    world.events = []
    model.expected = []
    guard failure == nil, !model.isDropped else { return }
    if let difference = EventCheck(expected, events).difference {
      return failure = "\(when): \(difference)"
    }
    guard let store else { return }
    let run = Unchecked((store: store, model: model, found: String?.none))
    host.assumeIsolated { _ in
      run.value.found = Self.difference(run.value.store, run.value.model)
    }
    if let found = run.value.found { failure = "\(when): \(found)" }
  }

  private static func difference(_ store: Store<Tree, TreeAction>, _ model: Model) -> String? {
    if !store.withState({ $0.matches(model.root) }) {
      return "the state is not \(model.root.text)"
    }
    let running = store.effects.compactMap { $0.name.flatMap { Int($0) } }
    if running != model.effectNumbers {
      return "the effects in flight are \(running), not \(model.effectNumbers)"
    }
    let late = model.lateCount...(model.lateCount + model.doubtfulLateCount)
    if !late.contains(store.lateSendCount) {
      return "\(store.lateSendCount) late sends were counted, not \(late)"
    }
    return nil
  }

  /// Lets go of everything, and looks what is left.
  private func end() {
    let run = Unchecked(self)
    host.assumeIsolated { _ in
      run.value.letGo()
      run.value.tasks = [:]
    }
    world.copies = [:]
    for work in world.works.values {
      work.orders.append(.end)
      work.wake()
    }
    drain()
    guard failure == nil else { return }
    if !world.works.isEmpty { failure = "after the end \(world.works.keys.sorted()) run on" }
    if world.tokenCount > 0 { failure = "after the end \(world.tokenCount) tokens are held" }
  }
}
