import CAllocationCount
import Testing

/// The measure itself: a count that stayed at zero would prove nothing.
@Suite(.enabled(if: allocation_count_is_available()))
struct AllocationCountTests {
  private final class Object {}

  @Test func everyKindOfHeapMemoryIsCounted() {
    var object: Object?
    #expect(allocationCount { object = Object() } == 1)
    var numbers: [Int] = []
    #expect(allocationCount { numbers.reserveCapacity(1_000) } == 1)
    var memory: UnsafeMutableRawPointer?
    #expect(
      allocationCount { memory = .allocate(byteCount: 64, alignment: 4_096) } == 1)
    memory?.deallocate()
    withExtendedLifetime((object, numbers)) {}
  }

  @Test func nothingIsCountedWhereNothingIsAllocated() {
    var sum = 0
    #expect(allocationCount { for number in 0..<1_000 { sum &+= number } } == 0)
    #expect(sum == 499_500)
  }
}
