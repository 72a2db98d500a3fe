import Headrace

/// A feature with twenty fields, of which an action changes one.
struct TwentyFields: Reducer {
  struct State: Equatable {
    var count = 0
    var numbers1 = 1, numbers2 = 2, numbers3 = 3, numbers4 = 4, numbers5 = 5, numbers6 = 6
    var isOn1 = false, isOn2 = true, isOn3 = false, isOn4 = true
    var share1 = 0.1, share2 = 0.2, share3 = 0.3
    var title1 = "a title of more than fifteen bytes", title2 = "another title of that size"
    var title3 = "short", title4 = ""
    var choice1: Int?, choice2: Int? = 2
  }

  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count &+= 1
      return .none
    }
  }
}
