public import Headrace

/// A short message that a host shows beside the screens, and that disappears by itself.
///
/// ```swift
/// return .send(.toasts(.show(.success(TextState("Paid")))))
/// return .send(.toasts(.show(.loading(TextState("Paying"), id: "payment"))))
/// ```
public struct Toast: Identifiable, Sendable {
  /// What a toast is about.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Something was done.
    case success
    /// Something has failed.
    case error
    /// Something may go wrong.
    case warning
    /// Something is worth knowing.
    case info
    /// Something is being done. The toast stays until it is ended or replaced.
    case loading
  }

  /// Distinguishes the toast from others. A toast replaces another with the same name.
  public let id: ToastID

  /// What the toast is about.
  public var kind: Kind

  /// What the toast says.
  public var message: TextState

  /// How long the toast is shown; `nil` for the queue's duration for its kind. It is ignored while
  /// the toast is ``Kind/loading``.
  public var duration: Duration?

  /// Creates a toast.
  ///
  /// - Parameters:
  ///   - kind: What it is about.
  ///   - message: What it says.
  ///   - id: A name, for a toast that another one replaces; `nil` for a new id.
  ///   - duration: How long it is shown; `nil` for the queue's duration for its kind.
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
  /// Creates a toast that says that something was done.
  public static func success(
    _ message: TextState, id: ToastID? = nil, duration: Duration? = nil
  ) -> Self {
    Self(.success, message, id: id, duration: duration)
  }

  /// Creates a toast that says that something has failed.
  public static func error(
    _ message: TextState, id: ToastID? = nil, duration: Duration? = nil
  ) -> Self {
    Self(.error, message, id: id, duration: duration)
  }

  /// Creates a toast that says that something may go wrong.
  public static func warning(
    _ message: TextState, id: ToastID? = nil, duration: Duration? = nil
  ) -> Self {
    Self(.warning, message, id: id, duration: duration)
  }

  /// Creates a toast that says what is worth knowing.
  public static func info(
    _ message: TextState, id: ToastID? = nil, duration: Duration? = nil
  ) -> Self {
    Self(.info, message, id: id, duration: duration)
  }

  /// Creates a toast that stays until it is ended, or replaced by one of the same name.
  public static func loading(_ message: TextState, id: ToastID) -> Self {
    Self(.loading, message, id: id)
  }
}

extension Toast: Equatable {
  /// Compares kinds, messages, durations and names. Ids without a name are not compared.
  public static func == (first: Self, second: Self) -> Bool {
    first.kind == second.kind && first.message == second.message
      && first.duration == second.duration && first.id.name == second.id.name
  }
}

/// Identifies a toast: by the name that its author gave it, or by a unique number.
public struct ToastID: Hashable, Sendable {
  /// The name; `nil` for a number.
  public let name: String?

  private let number: RouteID?

  /// Creates an id with a name.
  public init(_ name: String) {
    self.name = name
    self.number = nil
  }

  /// Makes a new, unique id.
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
  /// The name, or the number, such as `#3`.
  public var description: String { name ?? number?.description ?? "" }
}
