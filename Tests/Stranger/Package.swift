// swift-tools-version: 6.2
import PackageDescription

// A package of somebody else, as `StrangerTests` builds and runs it.
let package = Package(
  name: "badge",
  dependencies: [.package(name: "contactsheet", path: "../..")],
  targets: [
    .testTarget(
      name: "BadgeTests",
      dependencies: [.product(name: "ContactSheetTesting", package: "contactsheet")],
      exclude: ["__Goldens__"])
  ]
)
