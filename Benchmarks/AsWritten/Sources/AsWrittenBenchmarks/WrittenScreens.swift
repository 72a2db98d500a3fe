import Headrace

// A form with an effect, rows with and without one, a list, and a stack.

/// A form whose effects end only by cancellation, or load a title.
@Reducer
struct WrittenForm {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var title = "Untitled"
    var subtitle = "A subtitle that is too long for a string to hold in itself"
    var number1 = 1
    var number2 = 2
    var number3 = 3
    var number4 = 4
    var number5 = 5
    var number6 = 6
    var isOn1 = false
    var isOn2 = true
    var isOn3 = false
    var isOn4 = true
    var share1 = 0.1
    var share2 = 0.2
    var share3 = 0.3
    var choice: Int?
    var otherChoice: Int? = 2
    var note = ""
    var place = "Here"
  }

  enum Action {
    case incrementButtonTapped
    case loadButtonTapped
    case loaded(Result<String, any Error>)
    case titleChanged(String)
    case waitAgain(Ending)
  }

  enum CancelID { case wait }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count &+= 1
        return .none
      case .loadButtonTapped:
        return .run { send in await send(.loaded(.success("Loaded"))) }
      case .loaded(.success(let title)), .titleChanged(let title):
        state.title = title
        return .none
      case .loaded(.failure):
        return .none
      case .waitAgain(let ending):
        return .run { _ in await ending.waitForCancellation() }
          .cancellable(id: CancelID.wait, cancelInFlight: true)
      }
    }
  }
}

/// A row.
@Reducer
struct WrittenRow {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
    var title = "Untitled"
  }

  enum Action {
    case incrementButtonTapped
    case titleChanged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count &+= 1
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      }
    }
  }
}

/// A row that can present a form.
@Reducer
struct WrittenCard {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var title = "Untitled"
    @Presents var form: WrittenForm.State?
  }

  enum Action {
    case editButtonTapped
    case form(PresentationAction<WrittenForm.Action>)
    case titleChanged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped:
        state.form = WrittenForm.State()
        return .none
      case .form:
        return .none
      case .titleChanged(let title):
        state.title = title
        return .none
      }
    }
    .ifLet(\.$form, action: \.form) { WrittenForm() }
  }
}

/// A list of rows, and one of cards.
@Reducer
struct WrittenList {
  @ObservableState
  struct State: Equatable {
    var rows: IdentifiedArrayOf<WrittenRow.State> = []
    var cards: IdentifiedArrayOf<WrittenCard.State> = []
    var query = ""
  }

  enum Action {
    case cards(IdentifiedActionOf<WrittenCard>)
    case queryChanged(String)
    case rows(IdentifiedActionOf<WrittenRow>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .none
      case .cards, .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { WrittenRow() }
    .forEach(\.cards, action: \.cards) { WrittenCard() }
  }
}

/// A stack of rows.
@Reducer
struct WrittenStack {
  @ObservableState
  struct State: Equatable {
    var path = StackState<WrittenRow.State>()

    init(depth: Int) {
      for id in 0..<depth { path.append(WrittenRow.State(id: id)) }
    }
  }

  enum Action {
    case nextButtonTapped(String)
    case backButtonTapped
    case path(StackActionOf<WrittenRow>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nextButtonTapped(let title):
        state.path.append(WrittenRow.State(id: 0, title: title))
        return .none
      case .backButtonTapped:
        state.path.removeLast()
        return .none
      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path) { WrittenRow() }
  }
}
