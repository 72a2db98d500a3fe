public import Headrace

/// A short message that a host shows beside the screens, and that disappears by itself.
///
/// ```swift
/// return .send(.toasts(.show(.success(TextState("Paid")))))
/// return .send(.toasts(.show(.loading(TextState("Paying"), id: "payment"))))
/// ```
public struct Toast: Identifiable, Sendable {
  /// The kind of message.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// An operation has succeeded.
    case success
    /// An operation has failed.
    case error
    /// An operation may fail.
    case warning
    /// A piece of information.
    case info
    /// An operation is in progress.
    ///
    /// The toast stays until it is ended or replaced.
    case loading
  }

  /// An id that distinguishes the toast from others.
  ///
  /// A toast replaces another with the same name.
  public let id: ToastID

  /// The kind of message.
  public var kind: Kind

  /// The text of the toast.
  public var message: TextState

  /// The time for which the toast is shown; `nil` for the queue's duration for its kind.
  ///
  /// It is ignored while the toast is ``Kind/loading``.
  public var duration: Duration?

  /// Creates a toast.
  ///
  /// - Parameters:
  ///   - kind: The kind of message.
  ///   - message: The text of the toast.
  ///   - id: A name, for a toast that is to be replaced by another one; `nil` for a new id.
  ///   - duration: The time for which it is shown; `nil` for the queue's duration for its kind.
  public init(
    _ kind: Kind, _ message: TextState, id: ToastID? = nil, duration: Duration? = nil
  ) {
    self.id = id ?? ToastID()
    self.kind = kind
    self.message = message
    self.duration = duration
  }
}

// MARK: - Creating Toasts of a Kind

extension Toast {
  /// Creates a toast for an operation that has succeeded.
  public static func success(
    _ message: TextState, id: ToastID? = nil, duration: Duration? = nil
  ) -> Self {
    Self(.success, message, id: id, duration: duration)
  }

  /// Creates a toast for an operation that has failed.
  public static func error(
    _ message: TextState, id: ToastID? = nil, duration: Duration? = nil
  ) -> Self {
    Self(.error, message, id: id, duration: duration)
  }

  /// Creates a toast for an operation that may fail.
  public static func warning(
    _ message: TextState, id: ToastID? = nil, duration: Duration? = nil
  ) -> Self {
    Self(.warning, message, id: id, duration: duration)
  }

  /// Creates a toast with a piece of information.
  public static func info(
    _ message: TextState, id: ToastID? = nil, duration: Duration? = nil
  ) -> Self {
    Self(.info, message, id: id, duration: duration)
  }

  /// Creates a toast that stays until it is ended, or replaced by one with the same name.
  public static func loading(_ message: TextState, id: ToastID) -> Self {
    Self(.loading, message, id: id)
  }
}

extension Toast: Equatable {
  /// Compares kinds, messages, durations and names, but not ids without a name.
  public static func == (first: Self, second: Self) -> Bool {
    first.kind == second.kind && first.message == second.message
      && first.duration == second.duration && first.id.name == second.id.name
  }
}

/// The id of a toast: the author's name for it, or a unique number.
public struct ToastID: Hashable, Sendable {
  /// The name; `nil` if the id is a number.
  public let name: String?

  private let number: RouteID?

  /// Creates an id with a name.
  public init(_ name: String) {
    self.name = name
    self.number = nil
  }

  /// Creates a new, unique id.
  init() {
    name = nil
    number = RouteID()
  }
}

extension ToastID: ExpressibleByStringLiteral {
  /// Creates an id with a name.
  public init(stringLiteral name: String) {
    self.init(name)
  }
}

extension ToastID: CustomStringConvertible {
  /// The name or the number, such as `#3`.
  public var description: String { name ?? number?.description ?? "" }
}
