import Foundation
import Testing

@Suite("Generated attacks")
struct GeneratedAttackTests {
  @Test(
    "Laws 2, 4, 6 to 9, 11 to 13 and 15 as the model says, in generated programs", arguments: 0..<2)
  func generatedProgramsDoWhatTheModelSays(part: Int) async {
    let search = Search.fromEnvironment
    let found = await search.run(part: part, of: 2)
    if let found { Issue.record("\(found)") }
  }
}
