import Foundation
import Headrace
import Testing

/// Archives of observable states.
@Suite struct ObservableCodingTests {
  @Test func aStateIsCodedByTheNamesOfItsProperties() throws {
    var document = Document(number: 3)
    document.title = "Plan"
    let data = try encode(document)
    #expect(data == #"{"number":3,"pages":[],"title":"Plan"}"#)
    let decoded = try JSONDecoder().decode(Document.self, from: Data(data.utf8))
    #expect(decoded == document)
    #expect(decoded._$id != document._$id)
  }

  @Test func anAuthorsOwnKeysStay() throws {
    #expect(try encode(Labelled(text: "a")) == #"{"t":"a"}"#)
  }

  private func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

@ObservableState
private struct Document: Codable, Equatable {
  let number: Int
  var title = ""
  @ObservationStateIgnored var pages: [String] = []
  @Shared(.inMemory("reader")) var reader = "Ada"
  static let limit = 3
  var isEmpty: Bool { pages.isEmpty }
}

@ObservableState
private struct Labelled: Encodable {
  var text: String

  enum CodingKeys: String, CodingKey { case _text = "t" }
}
