import Headrace
import HeadraceFlow

// The states and actions of the one universal feature. A `Tree` has children in every way that the
// framework supports; through rows, stacks and routes it contains itself.

/// A state without children, and with no identity except the observable one.
@ObservableState
struct Mote {
  var a = 0
  var b = 0
}

/// A state with an id and a few children.
@ObservableState
struct Kid: Identifiable {
  let id: Int
  var a = 0
  var b = 0
  var sub: Mote?
  @Presents var card: Mote?
  var rows: IdentifiedArrayOf<Tree> = []

  init(id: Int) {
    self.id = id
  }
}

/// A state that is an enum.
@CasePathable
@ObservableState
enum Mode {
  case idle
  case one(Kid)
  case two(Mote)
}

/// A state with children of every kind.
@ObservableState
struct Tree: Identifiable {
  let id: Int
  var a = 0
  var b = 0
  var fixed = Kid(id: 0)
  var opt: Kid?
  var mote: Mote?
  @Presents var shown: Kid?
  var mode = Mode.idle
  var rows: IdentifiedArrayOf<Tree> = []
  var stack = StackState<Tree>()
  var routes: [Route<Kid>]

  init(id: Int, root: Int) {
    self.id = id
    routes = [.root(Kid(id: root))]
  }
}

@CasePathable
enum MoteAction {
  case command(Command)
}

@CasePathable
indirect enum KidAction {
  case command(Command)
  case sub(MoteAction)
  case card(PresentationAction<MoteAction>)
  case rows(IdentifiedAction<Int, TreeAction>)
}

@CasePathable
enum ModeAction {
  case command(Command)
  case one(KidAction)
  case two(MoteAction)
}

@CasePathable
indirect enum TreeAction {
  case command(Command)
  case fixed(KidAction)
  case opt(KidAction)
  case mote(MoteAction)
  case shown(PresentationAction<KidAction>)
  case mode(ModeAction)
  case rows(IdentifiedAction<Int, TreeAction>)
  case stack(StackAction<Tree, TreeAction>)
  case routes(IndexedRouterAction<Kid, KidAction>)
}
