import DurableFiles
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension VaultTime {
  /// The clocks of the machine.
  package static let system: VaultTime = {
    let bootID = currentBootID()
    return VaultTime {
      TimeReading(
        wallMilliseconds: Int64(Date().timeIntervalSince1970 * 1_000),
        bootMilliseconds: bootID == nil ? nil : millisecondsSinceBoot(), bootID: bootID)
    }
  }()

  private static func millisecondsSinceBoot() -> Int64? {
    var time = timespec()
    #if canImport(Darwin)
      let clock = CLOCK_MONOTONIC
    #else
      // The monotonic clock of Linux stops while the machine sleeps; this one does not.
      let clock = CLOCK_BOOTTIME
    #endif
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static func currentBootID() -> String? {
    #if os(Linux)
      do throws(FileFailure) {
        let bytes = try FileSystem.posix.read("/proc/sys/kernel/random/boot_id", 128)
        return bytes.map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
      } catch {
        // Without it, the wait is measured by the wall clock.
        return nil
      }
    #else
      return nil
    #endif
  }
}
