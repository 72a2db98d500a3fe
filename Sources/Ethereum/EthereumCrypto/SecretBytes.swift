import CSecretCrypto
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Secret bytes, which are kept out of swap and core dumps and wiped on deinitialization.
///
/// They can't be copied by accident, and appear in no description. Each value has its own pages,
/// because a lock applies to a page and ends with the first call that unlocks it.
///
/// `@unchecked Sendable`: only this value has access to the memory, and only `mutating` methods,
/// which are exclusive, change it.
package struct SecretBytes: ~Copyable, @unchecked Sendable {
  /// The number of bytes.
  package let count: Int
  /// True if the system keeps the memory out of swap; it may refuse past a limit (`ulimit -l`).
  package let isLocked: Bool

  private let base: UnsafeMutableRawPointer
  private let mappedByteCount: Int

  /// True if the system has refused to lock a secret since the process started.
  package static var isAnyUnlocked: Bool { wasLockRefused.load(ordering: .relaxed) }

  /// Creates `count` zero bytes.
  ///
  /// - Precondition: `count` is not negative.
  package init(count: Int) {
    precondition(count >= 0, "a secret can't have \(count) bytes")
    let pageByteCount = Int(getpagesize())
    mappedByteCount = (Swift.max(count, 1) + pageByteCount - 1) / pageByteCount * pageByteCount
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let memory = mmap(nil, mappedByteCount, PROT_READ | PROT_WRITE, flags, -1, 0),
      memory != MAP_FAILED
    else { preconditionFailure("no memory is left for a secret of \(count) bytes") }
    base = memory
    self.count = count
    isLocked = mlock(memory, mappedByteCount) == 0
    if !isLocked { wasLockRefused.store(true, ordering: .relaxed) }
    #if os(Linux)
      madvise(memory, mappedByteCount, MADV_DONTDUMP)
    #endif
  }

  /// Copies bytes; their owner should wipe them.
  package init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count)
    if let source = bytes.baseAddress { base.copyMemory(from: source, byteCount: bytes.count) }
    headrace_wipe_traces()
  }

  /// Copies bytes that are not secret elsewhere, such as those of a test.
  package init(_ bytes: some Collection<UInt8>) {
    self.init(count: bytes.count)
    UnsafeMutableRawBufferPointer(start: base, count: count).copyBytes(from: bytes)
  }

  deinit {
    Self.wipe(UnsafeMutableRawBufferPointer(start: base, count: mappedByteCount))
    munmap(base, mappedByteCount)
  }

  /// Lends the bytes; they must not leave the closure.
  package borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Lends the bytes for changing; they must not leave the closure.
  package mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableRawBufferPointer(start: base, count: count))
  }

  /// Returns a second secret with the same bytes.
  package borrowing func copy() -> SecretBytes {
    withUnsafeBytes { SecretBytes(copying: $0) }
  }

  /// Returns `true` if the bytes are the same; the time depends only on the counts.
  package borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<count {
      difference |=
        base.load(fromByteOffset: index, as: UInt8.self)
        ^ other.base.load(fromByteOffset: index, as: UInt8.self)
    }
    return difference == 0
  }

  /// Overwrites memory with zeros in a way that the compiler can't optimise away.
  package static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let base = buffer.baseAddress else { return }
    #if canImport(Darwin)
      _ = memset_s(base, buffer.count, 0, buffer.count)
    #else
      explicit_bzero(base, buffer.count)
    #endif
  }
}

private let wasLockRefused = Atomic(false)

extension UnsafeRawBufferPointer {
  /// The bytes in the form that C functions take; nil if there are none.
  var octets: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
