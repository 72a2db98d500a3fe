import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Both ends of a pseudo-terminal.
struct PseudoTerminal {
  /// The person's end.
  let person: FileHandle
  /// The program's end, which is its terminal.
  let program: FileHandle

  struct Unavailable: Error {
    let errorNumber: Int32
  }

  init() throws {
    var (person, program): (Int32, Int32) = (-1, -1)
    guard openpty(&person, &program, nil, nil, nil) == 0 else {
      throw Unavailable(errorNumber: errno)
    }
    // A process that starts in the meantime must not keep the terminal open.
    for descriptor in [person, program] {
      guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
        throw Unavailable(errorNumber: errno)
      }
    }
    self.person = FileHandle(fileDescriptor: person, closeOnDealloc: true)
    self.program = FileHandle(fileDescriptor: program, closeOnDealloc: true)
  }
}
