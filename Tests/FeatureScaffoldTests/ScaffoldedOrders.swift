@testable import FeatureScaffold

/// Orders of every kind, as an author types them.
///
/// Their output is built and tested as the target `Scaffolded`.
let scaffoldedOrders: [[String]] = [
  ["Login", "--screen", "Main"],
  ["SignUp", "--screen", "Main", "--client", "Session"],
  ["Switch", "--screen", "MainFlow"],
  ["Default", "--screen", "MainScreen", "--action", "saveButtonTapped"],
  ["URLPicker", "--screen=Main"],
  ["A"],
  ["X2", "--client", "X2"],
  ["Größe", "--screen", "Maße"],
  ["LoginFeature", "--client", "LoginClient"],
  ["HTTP2Server", "--field", "port:Int=8080"],
  ["Catalog", "--public"],
  ["Basket", "--public", "--client", "Basket"],
  ["Payment", "--public", "--screen", "Checkout", "--field", "note:String?"],
  ["Receipt", "--public", "--screen", "Checkout", "--client", "Printer"],
  ["Filters", "--field", "words:[String]=[]", "--field", "counts:[String: Int]=[:]"],
  ["Profile", "--field", "name:String=\"Ada = 1\"", "--field", "isShown:Bool=false"],
  ["Player", "--action", "playButtonTapped", "--action", "pauseButtonTapped"],
  ["Feed", "--client", "Feed", "--action", "refreshPulled", "--field", "title:String=\"\""],
  ["About", "--summary", "Who made the shop, and which version of it runs."],
  [
    "AVeryLongNameOfExactly32LettersA", "--client",
    "AnotherLongNameOfExactly32Letter", "--screen",
    "AThirdLongNameOfExactly32Letters", "--action",
    "aLongActionNameOfExactly32Letter", "--public",
  ],
  ["TabBar", "--screen", "AThirdLongNameOfExactly32Letters", "--public"],
  [
    "Everything", "--public", "--screen", "Checkout", "--client", "Everything", "--field",
    "total:Int=0", "--action", "addButtonTapped", "--action", "removeButtonTapped", "--summary",
    "All at once.",
  ],
]
