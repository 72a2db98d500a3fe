import Foundation
import Headrace
import Testing

@Reducer private struct Empty {}

@Reducer private enum Screen {
  case empty(Empty)
}

extension Screen.State: Codable, Hashable {}
extension Screen.Action: Hashable {}

/// The types that '@Reducer' generates for a feature without state or actions conform to what an
/// enum of such features may need.
@Suite struct EmptyFeatureTests {
  @Test func anEnumOfEmptyFeaturesIsCodableAndHashable() throws {
    let state = Screen.State.empty(Empty.State())
    let data = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(Screen.State.self, from: data) == state)
    #expect(Set([state, state]).count == 1)
    let actions: Set<Screen.Action> = []
    #expect(actions.isEmpty)
  }
}
