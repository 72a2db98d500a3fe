import Headrace
import Synchronization
import Testing

@Suite struct DependencyTests {
  @Test func aTestFindsTestValues() {
    #expect(currentGreeting() == "test")
    #expect(DependencyValues.current.context == .test)
  }

  @Test func valuesAreFoundByKeyAsByKeyPath() {
    @Dependency(Greeting.self) var greeting
    #expect(greeting.text == "test")
    withDependencies {
      $0[Greeting.self].text = "given"
    } operation: {
      #expect(greeting.text == "given")
    }
  }

  @Test func anotherContextGivesOtherDefaults() {
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(currentGreeting() == "live")
    }
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(currentGreeting() == "preview")
    }
  }

  @Test func overridesNestAndEndWithTheirOperation() {
    withDependencies {
      $0.greeting.text = "outer"
    } operation: {
      withDependencies {
        $0.greeting.text += "+inner"
      } operation: {
        #expect(currentGreeting() == "outer+inner")
      }
      #expect(currentGreeting() == "outer")
    }
    #expect(currentGreeting() == "test")
  }

  @Test func overridesEndWithAnOperationThatThrows() {
    struct Oops: Error {}
    #expect(throws: Oops.self) {
      try withDependencies {
        $0.greeting.text = "given"
      } operation: {
        throw Oops()
      }
    }
    #expect(currentGreeting() == "test")
  }

  @Test func asynchronousCodeAndItsTasksSeeOverrides() async {
    await withDependencies {
      $0.greeting.text = "given"
    } operation: {
      #expect(currentGreeting() == "given")
      await Task.yield()
      #expect(currentGreeting() == "given")
      async let child = currentGreeting()
      #expect(await child == "given")
      #expect(await Task { currentGreeting() }.value == "given")
      #expect(await Task.detached { currentGreeting() }.value == "test")
    }
    #expect(currentGreeting() == "test")
  }

  @MainActor
  @Test func asynchronousOverridesStayOnTheActorOfTheCaller() async {
    var isOnMainActor = false
    await withDependencies {
      $0.greeting.text = "given"
    } operation: {
      MainActor.assertIsolated()
      isOnMainActor = true
      await Task.yield()
      MainActor.assertIsolated()
    }
    #expect(isOnMainActor)
  }

  @Test func tasksStartedInSynchronousOverridesSeeThem() async {
    let task = withDependencies {
      $0.greeting.text = "given"
    } operation: {
      Task { currentGreeting() }
    }
    #expect(await task.value == "given")
  }

  @Test func escapedDependenciesAreInForceWhereTheyAreYielded() async {
    let continuation = withDependencies {
      $0.greeting.text = "given"
    } operation: {
      withEscapedDependencies { $0 }
    }
    #expect(currentGreeting() == "test")
    #expect(continuation.yield { currentGreeting() } == "given")
    let later = await Task.detached {
      await continuation.yield {
        await Task.yield()
        return currentGreeting()
      }
    }.value
    #expect(later == "given")
  }

  @Test func aPropertyKeepsTheOverridesOfThePlaceThatMadeIt() {
    struct Model {
      @Dependency(\.greeting) var greeting
      @Dependency(\.testOnly) var testOnly
    }
    let model = withDependencies {
      $0.greeting.text = "made with"
      $0.testOnly.text = "made with"
    } operation: {
      Model()
    }
    #expect(model.greeting.text == "made with")
    withDependencies {
      $0.greeting.text = "now"
    } operation: {
      #expect(model.greeting.text == "now")
      #expect(model.testOnly.text == "made with")
    }
  }

  @Test func copiesOfValuesDoNotChangeEachOther() {
    var first = DependencyValues()
    first.greeting.text = "first"
    var second = first
    second.greeting.text = "second"
    #expect(first.greeting.text == "first")
    #expect(second.greeting.text == "second")
    #expect(DependencyValues().greeting.text == "test")
  }

  @Test func parallelTasksDoNotSeeEachOthersOverrides() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          await withDependencies {
            $0.greeting.text = "\(number)"
          } operation: {
            for _ in 0..<5 {
              await Task.yield()
              guard currentGreeting() == "\(number)" else { return false }
            }
            return true
          }
        }
      }
      for await isOwn in group { #expect(isOwn) }
    }
  }
}

/// Two tests, run in parallel, and a third value from a store: no cached test value is shared.
@Suite struct DependencyIsolationTests {
  private static let seen = SeenIdentities()

  @Test(arguments: 0..<2) func aTestMakesATestValueOnce(_ run: Int) {
    @Dependency(\.identity) var first
    @Dependency(\.identity) var second
    #expect(first === second)
  }

  @Test func oneTestHasAValueOfItsOwn() {
    @Dependency(\.identity) var identity
    #expect(Self.seen.insert(identity))
  }

  @Test func anotherTestHasAnotherValue() {
    @Dependency(\.identity) var identity
    #expect(Self.seen.insert(identity))
  }

  @Test func valuesForATestStoreShareNothingWithOthers() {
    @Dependency(\.identity) var identity
    let outside = identity
    let values = DependencyValues.current.pinned()
    let again = DependencyValues.current.pinned()
    #expect(values.identity !== outside)
    #expect(values.identity === values.identity)
    #expect(again.identity !== values.identity)
  }
}

private final class SeenIdentities: Sendable {
  private let identities = Mutex<[Identity]>([])

  /// Keeps the value, so that its address is not reused.
  func insert(_ identity: Identity) -> Bool {
    identities.withLock { identities in
      let isNew = !identities.contains { $0 === identity }
      identities.append(identity)
      return isNew
    }
  }
}

/// Many keys that many threads read concurrently: each default is made once.
@Suite struct ManyDefaultsTests {
  private enum Key<Tag>: TestDependencyKey {
    static var testValue: Identity { Identity() }
  }

  private static func identities<Tag>(
    of tag: Tag.Type, depth: Int, in values: DependencyValues
  ) -> [Identity] {
    guard depth > 0 else { return [] }
    return [values[Key<Tag>.self]] + identities(of: [Tag].self, depth: depth - 1, in: values)
  }

  @Test func allThreadsFindTheSameDefaults() async {
    let values = DependencyValues.current.pinned()
    let found = await withTaskGroup(of: [Identity].self) { group in
      for _ in 0..<8 { group.addTask { Self.identities(of: Int.self, depth: 50, in: values) } }
      return await group.reduce(into: [[Identity]]()) { $0.append($1) }
    }
    #expect(Set(found[0].map(ObjectIdentifier.init)).count == 50)
    for identities in found { #expect(identities.elementsEqual(found[0], by: ===)) }
  }
}

/// A key whose value is optional: no override is not the same as an override by `nil`.
@Suite struct OptionalDependencyTests {
  private enum Limit: DependencyKey {
    static let liveValue: Int? = 1
    static let testValue: Int? = 2
  }

  @Test func theDefaultIsFoundUntilNilOverridesIt() {
    @Dependency(Limit.self) var limit
    #expect(limit == 2)
    withDependencies {
      $0[Limit.self] = nil
    } operation: {
      #expect(limit == nil)
    }
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(limit == 1)
    }
  }
}
