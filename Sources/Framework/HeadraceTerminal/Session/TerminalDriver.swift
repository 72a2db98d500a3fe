internal import Synchronization

/// Types into a host like a user, and sees what is shown; for demonstrations.
///
/// ```swift
/// let driver = TerminalDriver()
/// async let end = TerminalHost(app).run(store, driver: driver)
/// await driver.screen { $0.text.contains("Home") }
/// driver.press(Key(.character("s")))
/// ```
///
/// The user can use the terminal at the same time.
public final class TerminalDriver: Sendable {
  let inputs: AsyncStream<TerminalInput>
  private let hands: AsyncStream<TerminalInput>.Continuation
  private let screens: AsyncStream<Grid>
  private let eyes: AsyncStream<Grid>.Continuation
  private let latest = Mutex<Grid?>(nil)

  /// Creates a driver for one run of a host.
  public init() {
    (inputs, hands) = AsyncStream.makeStream()
    (screens, eyes) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Presses a key.
  public func press(_ key: Key) {
    hands.yield(.key(key))
  }

  /// Waits until a certain screen is shown; supports one waiter at a time.
  ///
  /// - Parameter isMeant: Returns `true` for the expected screen.
  /// - Returns: The screen; `nil` if the host has ended or the task is cancelled.
  @discardableResult
  public func screen(where isMeant: @Sendable (Grid) -> Bool) async -> Grid? {
    if let grid = latest.withLock({ $0 }), isMeant(grid) { return grid }
    for await grid in screens where isMeant(grid) { return grid }
    return nil
  }

  func show(_ grid: Grid) {
    latest.withLock { $0 = grid }
    eyes.yield(grid)
  }

  func end() {
    hands.finish()
    eyes.finish()
  }
}
