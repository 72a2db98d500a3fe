import Headrace
import Testing

@CasePathable
private enum Field: CasePathIterable, Equatable {
  case title(String), moved(x: Int, y: Int)
  case isDone
  #if canImport(NoSuchModule)
    case missing
  #endif
}

@CasePathable
private enum Box<Value>: CasePathIterable {
  case full(Value), `default`
}

/// Enums that list their case paths.
@Suite struct CasePathIterableTests {
  private let fields: [PartialCaseKeyPath<Field>] = [\.title, \.moved, \.isDone]
  private let boxes: [PartialCaseKeyPath<Box<Int>>] = [\.full, \.default]

  @Test func casesAreListedInTheirOrder() {
    #expect(Array(Field.allCasePaths) == fields)
    #expect(Array(Box<Int>.allCasePaths) == boxes)
  }

  @Test func theCaseOfAValueIsFoundWhateverItsPayloadIs() {
    #expect(Field.allCasePaths[.title("Tea")] == fields[0])
    #expect(Field.allCasePaths[.moved(x: 1, y: 2)] == fields[1])
    #expect(Field.isDone.case == fields[2])
    #expect(Box.full(1).case == boxes[0])
    #expect(Box<Int>.default.case == boxes[1])
  }

  @Test func aValueIsOfTheCaseThatIsFound() {
    for field in [Field.title("Tea"), .moved(x: 1, y: 2), .isDone] {
      #expect(field.is(field.case))
      #expect(Field.allCasePaths.filter { field.is($0) } == [field.case])
    }
  }
}
