import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Catches SIGINT, SIGTERM, SIGHUP and SIGQUIT, so that a command can reach a safe end.
///
/// At a prompt, SIGQUIT ends the process immediately: the prompt has its own handler, which
/// restores the terminal.
///
/// There is one instance per process. (Dispatch's signal sources were tried: they are registered
/// some time after they are created, the signals have to be ignored before, and one that arrived in
/// between was lost.)
package final class StopSignals: Sendable {
  private struct State {
    var first: Int32?
    var reactions: [@Sendable () -> Void] = []
    var later: Int32?
    var laterReactions: [@Sendable (Int32) -> Void] = []
  }

  private let state = Mutex(State())

  /// Catches signals from now on; if the system has no pipe left, they end the process.
  package init() {
    guard let descriptor = signalPipe?.reading else { return }
    Thread.detachNewThread { [self] in
      guard let first = Self.next(from: descriptor) else { return }
      stop(first)
      while let later = Self.next(from: descriptor) { stopAgain(later) }
    }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let before = signal(number, noteSignal)
      // A program started by nohup should outlive the terminal.
      if number == SIGHUP, Self.isIgnored(before) { signal(number, SIG_IGN) }
    }
  }

  /// Waits for a signal; nil if the pipe can't be read.
  private static func next(from descriptor: Int32) -> Int32? {
    var number: UInt8 = 0
    while true {
      let count = read(descriptor, &number, 1)
      if count == 1 { return Int32(number) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// True if the first signal was SIGQUIT: after a safe end the process ends with it.
  var isQuit: Bool { state.withLock { $0.first == SIGQUIT } }

  /// Calls a closure at the first signal, on any thread; immediately if there was one already.
  ///
  /// It is called from a separate thread, so that it runs even while every task thread is busy, as
  /// with a prompt on a machine with one core.
  func whenStopped(_ react: @escaping @Sendable () -> Void) {
    let isStopped = state.withLock { state in
      if state.first == nil { state.reactions.append(react) }
      return state.first != nil
    }
    if isStopped { react() }
  }

  /// Waits for the first signal, or until the task is cancelled.
  package func first() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    whenStopped { continuation.finish() }
    for await _ in stream {}
  }

  /// Calls a closure at each signal after the first, with its number, on any thread; immediately if
  /// there was one already.
  package func whenStoppedAgain(_ react: @escaping @Sendable (_ number: Int32) -> Void) {
    let number = state.withLock { state in
      state.laterReactions.append(react)
      return state.later
    }
    if let number { react(number) }
  }

  private func stopAgain(_ number: Int32) {
    let reactions = state.withLock { state in
      state.later = number
      return state.laterReactions
    }
    for react in reactions { react(number) }
  }

  private func stop(_ number: Int32) {
    let reactions = state.withLock { state in
      state.first = number
      defer { state.reactions = [] }
      return state.reactions
    }
    for react in reactions { react() }
  }

  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The pipe through which signals are reported: a handler may do hardly anything but write.
private let signalPipe: (reading: Int32, writing: Int32)? = {
  var descriptors: [Int32] = [-1, -1]
  guard pipe(&descriptors) == 0 else { return nil }
  for descriptor in descriptors where fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0 { return nil }
  return (descriptors[0], descriptors[1])
}()

private let noteSignal: @convention(c) (Int32) -> Void = { number in
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  if let descriptor = signalPipe?.writing { _ = write(descriptor, &byte, 1) }
  errno = before
}
