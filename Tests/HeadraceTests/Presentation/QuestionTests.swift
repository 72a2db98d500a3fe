import CustomDump
import Headrace
import HeadraceCompatibility
import Testing

@Reducer
private struct Account {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Alert>?
    @Presents var dialog: ConfirmationDialogState<Dialog>?
    var log: [String] = []
  }

  @CasePathable
  enum Alert: Equatable, Sendable { case confirm, askAgain, clear, work }
  enum Dialog: Hashable, Sendable { case archive, delete }

  enum Action {
    case alert(PresentationAction<Alert>)
    case dialog(PresentationAction<Dialog>)
    case deleteButtonTapped
    case moreButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(let answer)):
        state.log.append("\(answer), is there: \(state.alert != nil)")
        if answer == .askAgain { state.alert = .again }
        if answer == .clear { state.alert = nil }
        if answer == .work { return .send(.moreButtonTapped) }
      case .alert(.dismiss):
        state.log.append("dismissed")
      case .dialog(.presented(let answer)):
        state.log.append("\(answer)")
      case .dialog(.dismiss):
        break
      case .deleteButtonTapped:
        state.alert = .delete
      case .moreButtonTapped:
        state.dialog = .more
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$dialog, action: \.dialog)
  }
}

extension AlertState<Account.Alert> {
  fileprivate static var delete: Self {
    AlertState {
      TextState("Delete the account?")
    } actions: {
      ButtonState(role: .destructive, action: .confirm) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep it") }
    } message: {
      TextState("Only the recovery phrase brings it back.")
    }
  }

  fileprivate static var again: Self { AlertState { TextState("Really?") } }
}

extension ConfirmationDialogState<Account.Dialog> {
  fileprivate static var more: Self {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState("More")
    } actions: {
      for action in [Account.Dialog.archive, .delete] {
        ButtonState(action: .send(action)) { TextState("\(action)") }
      }
    }
  }
}

@MainActor
@Suite("Alerts and dialogs")
struct QuestionTests {
  private func makeStore(_ actions: Account.Action...) -> StoreOf<Account> {
    let store = Store(initialState: Account.State()) { Account() }
    for action in actions { store.send(action) }
    return store
  }

  @Test func theAnswerEndsTheAlertAfterTheParentSawIt() {
    let store = makeStore(.deleteButtonTapped)
    #expect(store.state.alert == .delete)
    store.send(.alert(.presented(.confirm)))
    #expect(store.state.alert == nil)
    #expect(store.state.log == ["confirm, is there: true"])
  }

  @Test func theAnswerEndsTheDialog() {
    let store = makeStore(.moreButtonTapped)
    store.send(.dialog(.presented(.archive)))
    #expect(store.state.dialog == nil)
    #expect(store.state.log == ["archive"])
  }

  @Test func theParentMayAskAgain() {
    let store = makeStore(.deleteButtonTapped, .alert(.presented(.askAgain)))
    #expect(store.state.alert == .again)
    store.send(.alert(.dismiss))
    #expect(store.state.alert == nil)
    #expect(store.state.log.last == "dismissed")
  }

  @Test func theParentMayEndTheAlertItself() {
    let store = makeStore(.deleteButtonTapped, .alert(.presented(.clear)))
    #expect(store.state.alert == nil)
  }

  @Test func theParentsEffectOfAnAnswerContinues() {
    let store = makeStore(.deleteButtonTapped, .alert(.presented(.work)))
    #expect(store.state.alert == nil)
    #expect(store.state.dialog == .more)
  }

  @Test func anAnswerToNothingIsReported() async {
    let reports = await reports {
      let store = makeStore(.alert(.presented(.confirm)))
      #expect(store.state.log == ["confirm, is there: false"])
    }
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } } == [
        "An action was sent to a child that is gone: '.confirm' for 'AlertState<Alert>'."
      ])
  }

  // MARK: - Comparing and Showing

  @Test func idsDontMatterToComparison() {
    #expect(AlertState.delete == .delete)
    #expect(AlertState.delete.id != AlertState.delete.id)
    #expect(ConfirmationDialogState.more == .more)
    #expect(ConfirmationDialogState.more.hashValue == ConfirmationDialogState.more.hashValue)
    #expect(AlertState.delete != .again)
    var other = AlertState.delete
    other.message = nil
    #expect(other != .delete)
    other = .delete
    other.buttons.removeLast()
    #expect(other != .delete)
    var hidden = ConfirmationDialogState.more
    hidden.titleVisibility = .hidden
    #expect(hidden != .more)
  }

  @Test func buttonsDifferByRoleActionAndLabel() {
    let button = ButtonState(role: .cancel, action: 1) { TextState("a") }
    #expect(button == ButtonState(role: .cancel, action: .send(1)) { TextState("a") })
    #expect(button != ButtonState(role: .destructive, action: 1) { TextState("a") })
    #expect(button != ButtonState(role: .cancel, action: 2) { TextState("a") })
    #expect(button != ButtonState(role: .cancel) { TextState("a") })
    #expect(button != ButtonState(role: .cancel, action: 1) { TextState("b") })
  }

  @Test func aButtonHandsItsActionOver() {
    var sent: [Int?] = []
    ButtonState(action: 1) { TextState("a") }.withAction { sent.append($0) }
    ButtonState<Int>(role: .cancel) { TextState("b") }.withAction { sent.append($0) }
    #expect(sent == [1, nil])
  }

  @Test func mappingKeepsAllButTheActions() {
    let alert = AlertState.delete.map { $0.map { "\($0)" } }
    #expect(alert.buttons.map(\.action.action) == ["confirm", nil])
    #expect(alert.buttons.map(\.role) == [.destructive, .cancel])
    #expect(alert.title == AlertState.delete.title)
    let dialog = ConfirmationDialogState.more.map { $0.map { "\($0)" } }
    #expect(dialog.buttons.map(\.action.action) == ["archive", "delete"])
    #expect(dialog.titleVisibility == .visible)
  }

  @Test func theBuilderTakesChoicesAndLoops() {
    func alert(isOwner: Bool, names: [Int]) -> AlertState<Int> {
      AlertState {
        TextState("Choose")
      } actions: {
        if isOwner { ButtonState(action: 0) { TextState("Owner") } }
        for name in names { ButtonState(action: name) { TextState("\(name)") } }
        if names.isEmpty {
          ButtonState(role: .cancel) { TextState("Nobody") }
        } else {
          ButtonState(role: .cancel) { TextState("None of them") }
        }
      }
    }
    #expect(alert(isOwner: true, names: [1, 2]).buttons.map(\.action.action) == [0, 1, 2, nil])
    #expect(alert(isOwner: false, names: []).buttons.map(\.label) == [TextState("Nobody")])
  }

  @Test func theDumpShowsWhatTheAuthorWrote() {
    #expect(
      String(customDumping: AlertState.delete) == """
        AlertState(
          title: "Delete the account?",
          actions: [
            [0]: ButtonState(
              role: .destructive,
              action: .confirm,
              label: "Delete"
            ),
            [1]: ButtonState(
              role: .cancel,
              label: "Keep it"
            )
          ],
          message: "Only the recovery phrase brings it back."
        )
        """)
    var dialog = ConfirmationDialogState.more
    dialog.buttons.removeLast()
    #expect(
      String(customDumping: dialog) == """
        ConfirmationDialogState(
          titleVisibility: .visible,
          title: "More",
          actions: [
            [0]: ButtonState(
              action: .archive,
              label: "archive"
            )
          ]
        )
        """)
  }

  @Test func theDifferenceShowsOnlyWhatDiffers() {
    var other = AlertState.delete
    other.title = TextState("Delete it?")
    #expect(
      diff(AlertState.delete, other) == """
          AlertState(
        -   title: "Delete the account?",
        +   title: "Delete it?",
            actions: […],
            message: "Only the recovery phrase brings it back."
          )
        """)
  }
}
