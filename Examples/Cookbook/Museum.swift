import Headrace

/// Uses ``Pages`` twice, for items of two types.
@Reducer
struct Museum {
  struct State: Equatable {
    var paintings = Pages<String>.State()
    var years = Pages<Int>.State()
  }

  enum Action: Equatable {
    case paintings(Pages<String>.Action)
    case years(Pages<Int>.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.paintings, action: \.paintings) {
      Pages { page in
        @Dependency(\.archive) var archive
        return try await archive.paintings(page: page)
      }
    }
    Scope(state: \.years, action: \.years) {
      Pages { page in
        @Dependency(\.archive) var archive
        return try await archive.years(page: page)
      }
    }
  }
}
