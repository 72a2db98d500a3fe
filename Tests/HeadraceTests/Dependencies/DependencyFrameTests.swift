import Headrace
import Testing

/// The frame that stores push around synchronous code, law 11: dependencies travel, and reach
/// nothing else.
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
        #expect(greetingInForce() == "frame")
        DependencyValues.withFrame(values("inner")) { #expect(greetingInForce() == "inner") }
        #expect(greetingInForce() == "frame")
        DependencyValues.withoutFrame { #expect(greetingInForce() == "task") }
        #expect(greetingInForce() == "frame")
      }
      #expect(greetingInForce() == "task")
    }
  }

  @Test func overridesInsideAFrameWinOverIt() {
    DependencyValues.withFrame(values("frame")) {
      withDependencies {
        $0.greeting.text += "+override"
      } operation: {
        #expect(greetingInForce() == "frame+override")
      }
      #expect(greetingInForce() == "frame")
    }
  }

  @Test func aFrameIsPoppedByAnError() {
    struct Oops: Error {}
    #expect(throws: Oops.self) {
      try DependencyValues.withFrame(values("frame")) { () throws(Oops) in throw Oops() }
    }
    #expect(greetingInForce() == "test")
  }

  @Test func aTaskStartedInAFrameDoesNotSeeIt() async {
    let task = DependencyValues.withFrame(values("frame")) { Task { greetingInForce() } }
    #expect(await task.value == "test")
  }

  @Test func aTaskGivenTheValuesSeesThem() async {
    let task = DependencyValues.withFrame(values("frame")) {
      DependencyValues.current.givenToTasks { Task { greetingInForce() } }
    }
    #expect(await task.value == "frame")
  }

  @Test func aFrameKeepsItsValuesAlive() {
    func make() -> DependencyValues { values("only here") }
    DependencyValues.withFrame(make()) { #expect(greetingInForce() == "only here") }
  }

  @Test func theFramesOfParallelThreadsDoNotMeet() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          var values = DependencyValues()
          values.greeting.text = "\(number)"
          for _ in 0..<20 {
            let isOwn = DependencyValues.withFrame(values) { greetingInForce() == "\(number)" }
            guard isOwn, greetingInForce() == "test" else { return false }
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
