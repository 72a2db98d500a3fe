import Headrace
import HeadraceFlow
import IssueReporting
import Synchronization

/// An event of a program's run, in an order that the model knows.
enum Event: Hashable, Sendable {
  /// A feature has reduced a command; with its distance from the command's target, and its
  /// dependency value.
  case reduced(Int, distance: Int, dependency: Int)
  /// The handler of `onChange` was called.
  case changed(from: Int, to: Int)
  /// An effect's work began, with a dependency value.
  case began(effect: Int, dependency: Int)
  /// The `onCancel` handler of an effect's work was called.
  case cancelled(effect: Int)
  /// An effect's work has ended.
  case ended(effect: Int)
  /// A queue of actions is drained.
  case observed(Int, [Int?])
  /// Everything that an awaited send has started has ended.
  case finished(task: Int)
}

/// The data that one program keeps beside its store: copies of states, effects' work, events.
///
/// Unchecked: everything of one program runs on one thread.
final class World: @unchecked Sendable {
  let program: Program
  let queue: ProgramQueue
  let clock: ProgramClock
  var events: [Event] = []
  var copies: [Int: Any] = [:]
  var stackIDs: [Int: StackElementID] = [:]
  var routeIDs: [Int: RouteID] = [:]
  private var lastRoot = 10_000
  var works: [Int: RunningWork] = [:]
  /// Carries out what reducers and handlers do to the store.
  var act: (HostAct) -> Void = { _ in }
  /// The number of times that a body was read.
  var bodyCount = 0
  /// The number of observers' closures that exist.
  var observerCount = 0
  /// The number of tokens that the program's reducers, effects and observers keep alive.
  var tokenCount = 0
  private var changeAct: HostAct?
  let reports = ReportCounter()

  init(_ program: Program, on queue: ProgramQueue) {
    self.program = program
    changeAct = program.changeAct
    self.queue = queue
    self.clock = ProgramClock()
  }

  func log(_ event: Event) {
    events.append(event)
  }

  func bodyWasRead() { bodyCount += 1 }

  /// Carries out the act of the program's first `onChange` handler.
  func actOnChange() {
    guard let act = changeAct else { return }
    changeAct = nil
    self.act(act)
  }

  /// Makes a tree; the root of its routes has a number that is unique in the program.
  func makeTree(id: Int) -> Tree {
    lastRoot += 1
    let tree = Tree(id: id, root: lastRoot)
    routeIDs[lastRoot] = tree.routes[0].id
    return tree
  }
}

/// Counts the values that are still referenced.
final class Token: @unchecked Sendable {
  // Unchecked: see World.
  private unowned let world: World

  init(_ world: World) {
    self.world = world
    world.tokenCount += 1
  }

  deinit {
    world.tokenCount -= 1
  }
}

/// Counts the closures of observers that are still referenced.
final class ObserverToken: @unchecked Sendable {
  // Unchecked: see World.
  private unowned let world: World

  init(_ world: World) {
    self.world = world
    world.observerCount += 1
  }

  deinit {
    world.observerCount -= 1
  }
}

/// An instrument that listens to a program's store, and acts in the middle of its queue.
final class ProgramInstrument: StoreInstrument {
  typealias State = Tree
  typealias Action = TreeAction
  private unowned let world: World

  init(_ world: World) {
    self.world = world
  }

  func actionReceived(_ action: TreeAction, id: ActionID, origin: ActionOrigin) {
    for act in action.target?.command.heard ?? [] { world.act(act) }
  }
}

/// The work of an effect while it runs.
///
/// Unchecked: see ``World``.
final class RunningWork: @unchecked Sendable {
  var waiter: UnsafeContinuation<Void, Never>?
  /// The actions that it must send; `nil` orders its end.
  var orders: [Order] = []
  var isCancelled = false
  let isStubborn: Bool

  init(isStubborn: Bool) {
    self.isStubborn = isStubborn
  }

  enum Order {
    case send([Hop], Command)
    case dismiss
    case end
  }

  func wake() {
    let waiter = waiter
    self.waiter = nil
    waiter?.resume()
  }
}

extension World {
  /// Runs an effect: it waits for orders until it is ordered to end, or is cancelled.
  func work<Action: CommandAction>(
    _ work: Work, of action: Action.Type, dependency: Int, send: Send<Action>
  ) async {
    let running = RunningWork(isStubborn: work.isStubborn)
    works[work.number] = running
    log(.began(effect: work.number, dependency: dependency))
    await withTaskCancellationHandler {
      await obey(running, send: send)
    } onCancel: {
      self.cancel(running, work)
    }
    works[work.number] = nil
    log(.ended(effect: work.number))
  }

  private func obey<Action: CommandAction>(
    _ running: RunningWork, send: Send<Action>
  ) async {
    while true {
      while !running.orders.isEmpty {
        switch running.orders.removeFirst() {
        case .end: return
        case .send(let path, let command):
          await send(Action.make(path[...], command, in: self))
        case .dismiss:
          @Dependency(\.dismiss) var dismiss
          await dismiss()
        }
      }
      if running.isCancelled, !running.isStubborn { return }
      await withUnsafeContinuation { waiter in
        // An order or a cancellation may have arrived on the way here.
        if running.orders.isEmpty, running.isStubborn || !running.isCancelled {
          running.waiter = waiter
        } else {
          waiter.resume()
        }
      }
    }
  }

  private func cancel(_ running: RunningWork, _ work: Work) {
    running.isCancelled = true
    log(.cancelled(effect: work.number))
    if let act = work.onCancel { self.act(act) }
    if !work.isStubborn { running.wake() }
  }
}

/// Counts the framework's reports.
final class ReportCounter: IssueReporter {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let text = message() ?? ""
    texts.withLock { $0.append(text) }
  }
}
