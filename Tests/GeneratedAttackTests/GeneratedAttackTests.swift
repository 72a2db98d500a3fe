import Foundation
import Testing

@Suite("Generated attacks")
struct GeneratedAttackTests {
  @Test("Laws 2 to 13 hold in generated programs", arguments: 0..<2)
  func lawsHoldInGeneratedPrograms(part: Int) async {
    let search = Search.fromEnvironment
    let found = await search.run(part: part, of: 2)
    if let found { Issue.record("\(found)") }
  }
}
