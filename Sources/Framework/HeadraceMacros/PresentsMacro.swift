#if Macros
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
      guard let variable = declaration.as(VariableDeclSyntax.self),
        let property = variable.observable(in: context), property.wrappedType != nil,
        PresentsDiagnosis(variable).isInState(context)
      else { return [] }
      let name = property.name
      let telling = ChangeTelling(property, in: context)
      return [
        """
        @storageRestrictions(initializes: _\(raw: name))
        init(initialValue) {
          _\(raw: name) = Headrace.PresentationState(wrappedValue: initialValue)
        }
        """,
        """
        get {
          \(raw: telling.access)return _\(raw: name).wrappedValue
        }
        """,
        """
        set {
          _\(raw: name).wrappedValue = newValue\(raw: telling.change)
        }
        """,
        """
        _modify {
          \(raw: telling.changeInPlace)yield &_\(raw: name).wrappedValue
        }
        """,
      ]
    }
  }

  /// The lines by which a presented property tells who observes it; empty outside of
  /// `@ObservableState`.
  private struct ChangeTelling {
    var access = ""
    var change = ""
    var changeInPlace = ""

    init(_ property: ObservedProperty, in context: some MacroExpansionContext) {
      guard property.isInObservableState(context) else { return }
      let identity =
        "Headrace.ObservationStateRegistrar.identity(of: _\(property.name).wrappedValue)"
      let didChange = "_$observationRegistrar.didChange(\(property.fieldNumber))"
      access = "_$observationRegistrar.access(\(property.fieldNumber))\n"
      change = "\n\(didChange)"
      changeInPlace = """
        let identity = \(identity)
        defer {
          if identity == nil || identity != \(identity) {
            \(didChange)
          }
        }

        """
    }
  }

  extension PresentsMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        !PresentsDiagnosis(variable).diagnose(in: context),
        let property = variable.observable(in: context), let wrapped = property.wrappedType
      else { return [] }
      let telling = ChangeTelling(property, in: context)
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
          get {
            \(raw: telling.access)return _\(raw: property.name)
          }
          _modify {
            \(raw: telling.changeInPlace)yield &_\(raw: property.name)
          }
        }
        """,
      ]
    }
  }
#endif
