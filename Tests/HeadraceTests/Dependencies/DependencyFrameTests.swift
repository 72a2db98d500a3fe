import Headrace
import Testing

/// The frame that stores push around synchronous code, law 11: dependencies propagate there, and
/// nowhere else.
@Suite struct DependencyFrameTests {
  private func values(_ text: String) -> DependencyValues {
    var values = DependencyValues()
    values.greeting.text = text
    return values
  }

  @Test func aFrameComesBeforeTheTasksValues() {
    withDependencies {
      $0.greeting.text = "task"
    } operation: {
      DependencyValues.withFrame(values("frame")) {
        #expect(currentGreeting() == "frame")
        DependencyValues.withFrame(values("inner")) { #expect(currentGreeting() == "inner") }
        #expect(currentGreeting() == "frame")
        DependencyValues.withFrame(nil) { #expect(currentGreeting() == "task") }
        #expect(currentGreeting() == "frame")
      }
      #expect(currentGreeting() == "task")
    }
  }

  @Test func overridesInsideAFrameWinOverIt() {
    DependencyValues.withFrame(values("frame")) {
      withDependencies {
        $0.greeting.text += "+override"
      } operation: {
        #expect(currentGreeting() == "frame+override")
      }
      #expect(currentGreeting() == "frame")
    }
  }

  @Test func aFrameIsPoppedByAnError() {
    struct Oops: Error {}
    #expect(throws: Oops.self) {
      try DependencyValues.withFrame(values("frame")) { () throws(Oops) in throw Oops() }
    }
    #expect(currentGreeting() == "test")
  }

  @Test func aTaskStartedInAFrameDoesNotSeeIt() async {
    let task = DependencyValues.withFrame(values("frame")) { Task { currentGreeting() } }
    #expect(await task.value == "test")
  }

  @Test func aTaskGivenTheValuesSeesThem() async {
    let task = DependencyValues.withFrame(values("frame")) {
      DependencyValues.current.yield { Task { currentGreeting() } }
    }
    #expect(await task.value == "frame")
  }

  @Test func aFrameKeepsItsValuesAlive() {
    func make() -> DependencyValues { values("only here") }
    DependencyValues.withFrame(make()) { #expect(currentGreeting() == "only here") }
  }

  @Test func theFramesOfParallelThreadsDoNotMeet() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          var values = DependencyValues()
          values.greeting.text = "\(number)"
          for _ in 0..<20 {
            let isOwn = DependencyValues.withFrame(values) { currentGreeting() == "\(number)" }
            guard isOwn, currentGreeting() == "test" else { return false }
            await Task.yield()
          }
          return true
        }
      }
      for await isOwn in group { #expect(isOwn) }
    }
  }

  @Test func pinnedValuesCanChangeBelowOverrides() {
    let base = values("first").pinned()
    var derived = base
    derived.testOnly.text = "derived"
    var changed = base
    changed.greeting.text = "second"
    changed.testOnly.text = "base"
    base.pin(changed)
    #expect(base.greeting.text == "second")
    #expect(derived.greeting.text == "second")
    #expect(derived.testOnly.text == "derived")
    #expect(base.testOnly.text == "base")
  }
}
