// A number that nothing but a Swift 'Mutex' guards. There is no race in here: what the thread
// sanitizer reports is false, and so is a report of the framework in which both accesses happen
// under a 'Mutex'. See controls.sh.
import Dispatch
import Synchronization

final class GuardedByMutex: @unchecked Sendable {
  private let lock = Mutex<Void>(())
  private var numbers: [Int] = []

  func add(_ number: Int) {
    lock.withLock { _ in
      numbers.append(number)
      if numbers.count > 10 { numbers.removeAll() }
    }
  }
}

let guarded = GuardedByMutex()
DispatchQueue.concurrentPerform(iterations: 8) { _ in
  for number in 0..<20_000 { guarded.add(number) }
}
