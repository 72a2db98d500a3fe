import Headrace

/// The pattern of the link to one screen: a parser and a printer in one.
///
/// The screen's module declares it beside the screen; a ``DeepLinkParser`` combines the patterns of
/// a coordinator.
///
/// ```swift
/// extension Product.State {
///   static let link = LinkPattern {
///     "products"
///     Segment("id", Int.self)
///     Query("variant", String?.self)
///   } make: { id, variant in
///     Product.State(id: id, variant: variant)
///   } values: {
///     ($0.id, $0.variant)
///   }
/// }
/// ```
///
/// `make` and `values` are inverse to each other: `values` returns the values from which `make`
/// created a screen. So the screen that a link opens has the same link.
public struct LinkPattern<Screen>: Sendable {
  let template: LinkTemplate
  let read: @Sendable (inout LinkReader) -> Screen?
  let write: @Sendable (Screen, inout LinkWriter) -> Void

  /// Creates a pattern with values.
  ///
  /// - Parameters:
  ///   - parts: The path, its values, and the items of the query.
  ///   - make: Creates the screen's state; `nil` refuses the link.
  ///   - values: Returns the values of a screen, in the order of the parts.
  ///   - fileID: The caller's module and file, for the report of a duplicate query item.
  ///   - filePath: The caller's file, for the report.
  ///   - line: The caller's line, for the report.
  ///   - column: The caller's column, for the report.
  public init<each Value>(
    @LinkBuilder _ parts: () -> LinkParts<repeat each Value>,
    make: @escaping @Sendable (repeat each Value) -> Screen?,
    values: @escaping @Sendable (Screen) -> (repeat each Value),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let parts = parts()
    template = parts.template
    template.reportRepeatedItem(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    read = { reader in
      // All values are read before the first one is checked, because iteration over a parameter
      // pack can't stop halfway.
      let found = (repeat (each parts.values).read(&reader))
      guard reader.failure == nil else { return nil }
      guard let all = unwrap(repeat each found) else { return nil }
      return make(repeat each all)
    }
    write = { screen, writer in
      let found = values(screen)
      repeat (each parts.values).write(each found, &writer)
    }
  }

  /// Creates a pattern without values.
  ///
  /// - Parameters:
  ///   - path: The path, such as `settings/about`; empty for only the prefix.
  ///   - make: Creates the screen's state.
  public init(_ path: String, make: @escaping @autoclosure @Sendable () -> Screen) {
    template = LinkTemplate(literal: path)
    read = { _ in make() }
    write = { _, _ in }
  }

  /// Rejects a pattern that reads its values but does not write them.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      'values' is missing, which writes the link of a screen: add 'values: { … }', with the values \
      that 'make' takes, as in '} make: { Product(id: $0) } values: { $0.id }'
      """
  )
  public init<each Value>(
    @LinkBuilder _ parts: () -> LinkParts<repeat each Value>,
    make: @escaping @Sendable (repeat each Value) -> Screen?
  ) { preconditionFailure("A link has values to write.") }
}

/// Returns the values of several optionals, if none is `nil`.
private func unwrap<each Value>(_ values: repeat (each Value)?) -> (repeat each Value)? {
  func value<Wrapped>(_ optional: Wrapped?) throws(IsNil) -> Wrapped {
    guard let optional else { throw IsNil() }
    return optional
  }
  do {
    return (repeat try value(each values))
  } catch {
    return nil
  }
}

private struct IsNil: Error {}

/// The source from which a pattern reads its values.
struct LinkReader {
  private var segments: ArraySlice<String>
  private let items: [LinkURL.Item]
  /// The name of the first value that can't be read.
  private(set) var failure: String?

  init(segments: [String], items: [LinkURL.Item]) {
    self.segments = segments[...]
    self.items = items
  }

  /// Removes and returns the next segment that is a value.
  ///
  /// There is one for each, because the template has checked the count.
  mutating func takeSegment() -> String { segments.popFirst() ?? "" }

  func item(_ name: String) -> String? {
    items.first { $0.name.isSameText(as: name) }?.text
  }

  mutating func fail<Value>(_ name: String) -> Value? {
    failure = failure ?? name
    return nil
  }
}

/// The destination to which a pattern writes its values.
struct LinkWriter {
  private var segments: [String] = []
  private var items: [LinkURL.Item] = []
  /// The name of the first value that can't be written.
  private(set) var failure: String?

  mutating func writeSegment(_ text: String, isReadable: Bool, of name: String) {
    if !isReadable || text.isEmpty || text.isDotSegment || text.hasControlCharacter {
      failure = failure ?? name
    }
    segments.append(text)
  }

  mutating func writeItem(_ text: String, isReadable: Bool, of name: String) {
    if !isReadable || text.hasControlCharacter { failure = failure ?? name }
    items.append(LinkURL.Item(name: name, text: text))
  }

  /// Returns the whole URL, with the texts of a template between the values.
  func url(_ template: LinkTemplate) -> LinkURL {
    var values = segments[...]
    let path = template.path.map { part in
      switch part {
      case .literal(let text): text
      case .value: values.popFirst() ?? ""
      }
    }
    return LinkURL(segments: path, items: items)
  }
}
