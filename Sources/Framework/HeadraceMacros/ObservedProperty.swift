#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// A stored property to which macros add accessors.
  struct ObservedProperty {
    let name: String
    let type: TypeSyntax?
    let initializer: String?

    /// The author's observers of the property: `{ didSet { … } }`.
    let observers: String?

    /// A hash of the name (FNV-1a, 64 bits), which identifies the property in a registrar.
    var fieldNumber: String { Self.fieldNumber(of: name) }

    /// Returns the number of a property's name.
    static func fieldNumber(of name: String) -> String {
      let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      }
      return "0x" + String(hash, radix: 16)
    }

    /// The type inside an optional type.
    var wrappedType: String? {
      if let optional = type?.as(OptionalTypeSyntax.self) {
        return optional.wrappedType.trimmedDescription
      }
      guard let generic = type?.as(IdentifierTypeSyntax.self), generic.name.text == "Optional"
      else { return nil }
      return generic.genericArgumentClause?.arguments.first?.argument.trimmedDescription
    }

    /// Returns `true` if the property is in a type with `@ObservableState`.
    func isInObservableState(_ context: some MacroExpansionContext) -> Bool {
      context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)?
        .hasAttribute("ObservableState") ?? false
    }
  }

  extension VariableDeclSyntax {
    /// Returns the declared stored instance property; `nil` for a constant, computed or static one.
    func observable(in context: some MacroExpansionContext) -> ObservedProperty? {
      guard isObservable, let name = identifier, let binding = bindings.first else { return nil }
      return ObservedProperty(
        name: name, type: binding.typeAnnotation?.type.trimmed,
        initializer: binding.initializer?.value.trimmedDescription,
        observers: binding.accessorBlock?.trimmedDescription)
    }

    var isObservable: Bool {
      guard bindingSpecifier.tokenKind == .keyword(.var), bindings.count == 1 else { return false }
      let isInstance = !modifiers.contains {
        [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains($0.name.tokenKind)
      }
      return isInstance && !isComputed
    }

    var isComputed: Bool {
      switch bindings.first?.accessorBlock?.accessors {
      case .getter: true
      case .accessors(let accessors):
        accessors.contains {
          ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
        }
      case nil: false
      }
    }

    /// The access level for a peer, with a space.
    var memberAccess: String {
      for modifier in modifiers where modifier.detail == nil {
        switch modifier.name.tokenKind {
        case .keyword(.public): return "public "
        case .keyword(.package): return "package "
        case .keyword(.private): return "private "
        case .keyword(.fileprivate): return "fileprivate "
        default: continue
        }
      }
      return ""
    }
  }
#endif
