#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Stores an optional property in a `PresentationState`.
  struct PresentsMacro {}

  extension PresentsMacro: AccessorMacro {
    static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      guard let property = declaration.as(VariableDeclSyntax.self)?.observable(in: context),
        property.wrappedType != nil
      else { return [] }
      let name = property.name
      let observed = property.isInObservableState(context)
      let access: String =
        observed ? "_$observationRegistrar.access(self, keyPath: \\.\(name))\n" : ""
      let change: String =
        observed ? "_$observationRegistrar.didChange(self, keyPath: \\.\(name))\n" : ""
      return [
        """
        @storageRestrictions(initializes: _\(raw: name))
        init(initialValue) {
          _\(raw: name) = Headrace.PresentationState(wrappedValue: initialValue)
        }
        """,
        """
        get {
          \(raw: access)return _\(raw: name).wrappedValue
        }
        """,
        """
        set {
          _\(raw: name).wrappedValue = newValue
          \(raw: change)
        }
        """,
        """
        _modify {
          defer { \(raw: change) }
          yield &_\(raw: name).wrappedValue
        }
        """,
      ]
    }
  }

  extension PresentsMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        let property = variable.observable(in: context)
      else { return [] }
      guard let wrapped = property.wrappedType else {
        context.diagnose(
          Diagnostic(
            node: variable, message: MacroMessage("'@Presents' needs an optional type.")))
        return []
      }
      let value = property.initializer.map { " = Headrace.PresentationState(wrappedValue: \($0))" }
      return [
        """
        private var _\(raw: property.name): Headrace.PresentationState<\(raw: wrapped)>\
        \(raw: value ?? " = Headrace.PresentationState(wrappedValue: nil)")
        """,
        """
        \(raw: variable.memberAccess)var $\(raw: property.name):
          Headrace.PresentationState<\(raw: wrapped)>
        {
          get { _\(raw: property.name) }
          _modify { yield &_\(raw: property.name) }
        }
        """,
      ]
    }
  }
#endif
