import Dispatch
import Headrace
import Testing

/// Each shared value has its own lock.
@MainActor @Suite struct SharedLockTests {
  @Test func aChangeMayWaitForAThreadThatChangesAnotherValue() {
    let (first, second) = (Shared(value: 0), Shared(value: 0))
    for _ in 1...20 {
      first.withLock { one in
        DispatchQueue.concurrentPerform(iterations: 4) { _ in second.withLock { $0 += 1 } }
        one += 1
      }
    }
    #expect((first.wrappedValue, second.wrappedValue) == (20, 80))
  }

  @Test func aLongChangeDoesNotDelayAnotherValue() async {
    let (slow, other) = (Shared(value: 0), Shared(value: 0))
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let thread = Task.detached {
      slow.withLock { value in
        begun.signal()
        ended.wait()
        value = 1
      }
    }
    begun.wait()
    other.withLock { $0 = 2 }
    #expect(other.wrappedValue == 2)
    ended.signal()
    await thread.value
    #expect(slow.wrappedValue == 1)
  }

  @Test func oppositeOrdersAreReportedWithBothPlaces() {
    let (first, second) = (Shared(value: 0), Shared(value: ""))
    let line = #line + 1
    first.withLock { _ in second.withLock { $0 = "1" } }
    withKnownIssue {
      second.withLock { _ in first.withLock { $0 = 1 } }
    } matching: { issue in
      let text = "\(issue)"
      let inner = "Here a shared 'Int' is used inside of the 'withLock' of a shared 'String'."
      return text.contains("Two shared values are locked in opposite orders.")
        && text.contains(inner)
        && text.contains("is at HeadraceTests/SharedLockTests.swift:\(line).")
        && issue.sourceLocation?.line == line + 2
    }
    // Both changes were made, and the pair is reported once.
    second.withLock { _ in first.withLock { $0 += 1 } }
    #expect((first.wrappedValue, second.wrappedValue) == (2, "1"))
  }

  @Test func readingInOppositeOrdersIsReported() {
    let (first, second) = (Shared(value: 1), Shared(value: 2))
    first.withLock { $0 = second.wrappedValue }
    withKnownIssue {
      second.withLock { $0 = first.wrappedValue }
    } matching: { issue in
      "\(issue)".contains("locked in opposite orders")
    }
    #expect((first.wrappedValue, second.wrappedValue) == (2, 2))
  }

  @Test func anOppositeOrderThroughAThirdValueIsReported() {
    let values = (0..<3).map { Shared(value: $0) }
    values[0].withLock { _ in values[1].withLock { $0 += 1 } }
    values[1].withLock { _ in values[2].withLock { $0 += 1 } }
    values[0].withLock { _ in values[2].withLock { $0 += 1 } }
    withKnownIssue {
      values[2].withLock { _ in values[0].withLock { $0 += 1 } }
    } matching: { issue in
      "\(issue)".contains("locked in opposite orders")
    }
  }

  @Test func oneOrderOnManyThreadsIsNotReported() async {
    let (first, second) = (Shared(value: 0), Shared(value: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<1_000 {
            first.withLock { one in
              second.withLock {
                $0 += 1
                one += 1
              }
            }
          }
        }
        group.addTask { for _ in 0..<1_000 { _ = second.wrappedValue + first.wrappedValue } }
      }
    }
    #expect((first.wrappedValue, second.wrappedValue) == (4_000, 4_000))
  }

  @Test func valuesThatEndLeaveNoOrderBehind() {
    let settings = Shared(value: 0)
    for _ in 0..<100 {
      let document = Shared(value: 0)
      settings.withLock { settings in document.withLock { $0 = settings } }
    }
    let document = Shared(value: 0)
    document.withLock { document in settings.withLock { $0 = document } }
  }

  #if !os(Windows)
    @Test func threadsThatWaitForEachOtherStopTheProgram() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let (first, second) = (Shared(value: 0), Shared(value: 0))
        let both = DispatchSemaphore(value: 0)
        let ready = DispatchSemaphore(value: 0)
        let other = Thread2 {
          second.withLock { two in
            ready.signal()
            both.wait()
            first.withLock { two = $0 }
          }
        }
        first.withLock { one in
          ready.wait()
          both.signal()
          second.withLock { one = $0 }
        }
        other.join()
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("Two threads wait for each other"), "\(text)")
    }
  #endif
}

/// A separate thread: a task might wait for one of the few threads in the pool.
private struct Thread2 {
  private let group = DispatchGroup()

  init(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "second").async(group: group, execute: DispatchWorkItem(block: body))
  }

  func join() { group.wait() }
}

/// A test's key, which may do anything while it is loaded.
private struct LoadedKey: SharedKey {
  let name: String
  let onLoad: LockIsolated<@Sendable () -> Int?>

  func load() throws -> Int? { onLoad.value() }
  func save(_ value: Int) throws {}

  static func == (first: Self, second: Self) -> Bool { first.name == second.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// An author's key may take long to load, so nothing waits for it.
@Suite struct SharedLoadTests {
  /// The value was locked in the meantime, and the program stopped.
  @Test func theValueCanBeReadWhileItIsLoaded() throws {
    let load = LockIsolated<@Sendable () -> Int?>({ 1 })
    @Shared(LoadedKey(name: "read", onLoad: load)) var value = 0
    let shared = $value
    load.setValue { shared.wrappedValue + 1 }
    try $value.load()
    #expect(value == 2)
  }

  @Test func aChangeThatIsMadeInTheMeantimeIsNewer() async throws {
    let load = LockIsolated<@Sendable () -> Int?>({ 1 })
    @Shared(LoadedKey(name: "change", onLoad: load)) var value = 0
    let shared = $value
    load.setValue {
      shared.withLock { $0 = 5 }
      return 9
    }
    try $value.load()
    #expect(value == 5)
    try await $value.save()
  }
}
