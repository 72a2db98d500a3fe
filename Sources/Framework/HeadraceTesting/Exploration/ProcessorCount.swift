#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The number of processors that can run at the same time.
///
/// Foundation has this number, too, but test targets would have to wait for it to be built.
let processorCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
