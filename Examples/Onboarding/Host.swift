import Headrace
import HeadraceFlow

/// A host for the app: it draws changes, and turns the user's input into actions.
///
/// A real host is an app with views. This one writes lines, so that a test can read them.
actor Host {
  private var store: StoreOf<ClubApp>?
  private let write: @Sendable (String) -> Void

  /// Creates a host that shows nothing yet.
  ///
  /// - Parameter write: Receives each line that is shown.
  init(write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Starts the app, as a new process does.
  ///
  /// - Parameters:
  ///   - member: The member who was logged in when the previous process ended.
  ///   - clock: The clock of toasts.
  func start(as member: Member? = nil, clock: any Clock<Duration>) {
    var state = ClubApp.State()
    if let member {
      state.member = member
      state.routes = [.root(.tabs(ClubTabs.State(member: member)))]
    }
    let store = Store(initialState: state) {
      ClubApp()
    } withDependencies: {
      $0.context = .live
      $0.club = .local
      $0.continuousClock = clock
    }
    store.instruments.append(Screen(showing: state.drawing, write: write))
    write("  " + state.drawing)
    self.store = store
  }

  /// Ends the process: every effect ends with its store.
  func stop(_ event: String) {
    write(event)
    store = nil
  }

  /// Prints the user's input, and sends its action.
  func user(_ deed: String, _ action: ClubApp.Action) async {
    write(deed)
    await store?.send(action).finish()
  }

  /// The app's state.
  var state: ClubApp.State { store?.state ?? ClubApp.State() }
}

/// Draws the state whenever its drawing changes.
private final class Screen: StoreInstrument {
  private var shown: String
  private let write: (String) -> Void

  init(showing shown: String, write: @escaping (String) -> Void) {
    self.shown = shown
    self.write = write
  }

  func actionReduced(_ action: ClubApp.Action, id: ActionID, state: ClubApp.State) {
    guard state.drawing != shown else { return }
    shown = state.drawing
    write("  " + shown)
  }
}
