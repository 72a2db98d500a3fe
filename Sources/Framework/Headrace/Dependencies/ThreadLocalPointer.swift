#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One pointer per thread.
///
/// A task-local push costs an order of magnitude more than one call of pthread, and a store pushes
/// its values for every action.
@usableFromInline
package struct ThreadLocalPointer: Sendable {
  /// Where a thread keeps the pointer.
  @usableFromInline
  package typealias Slot = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key) { free($0) }
    precondition(failure == 0, "No thread-local key is left (pthread_key_create: \(failure)).")
    self.key = key
  }

  /// The current thread's place for the pointer; it lives as long as the thread.
  @usableFromInline
  package var slot: Slot {
    if let slot = pthread_getspecific(key) {
      return slot.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
    return makeSlot()
  }

  package var value: UnsafeMutableRawPointer? {
    get { slot.pointee }
    nonmutating set { slot.pointee = newValue }
  }

  private func makeSlot() -> Slot {
    guard let memory = calloc(1, MemoryLayout<UnsafeMutableRawPointer?>.size) else {
      preconditionFailure("No memory is left for the pointer of a thread.")
    }
    let failure = pthread_setspecific(key, memory)
    precondition(failure == 0, "A thread can't keep a pointer (pthread_setspecific: \(failure)).")
    return memory.bindMemory(to: UnsafeMutableRawPointer?.self, capacity: 1)
  }
}
