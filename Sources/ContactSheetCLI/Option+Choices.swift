import ContactSheet
import ContactSheetLayout
import ImageCodecs
import Raster

extension Option {
  /// The words of which the option's value is one; nil where other values are taken as well.
  package var choices: [String]? { Option.choicesByName[name] }

  /// The words of `--shape`.
  static let shapes = ["circle", "rounded", "square"]

  private static let choicesByName = DiffCommand.choices.merging(choicesOfSheets) { $1 }

  private static let choicesOfSheets: [String: [String]] = [
    "axis": StripLayout.Axis.allCases.map(\.rawValue),
    "caption-position": SheetWords.CaptionPosition.allCases.map(\.rawValue),
    "compression": PNGCompression.allCases.map(\.rawValue),
    "distribute": FittedLayout.Distribution.allCases.map(\.rawValue),
    "fail-on": DecodeOptions.FailOn.allCases.map(\.rawValue),
    "feed-size": FlickrSize.allCases.map(\.rawValue),
    "filter": ResampleFilter.allCases.map(\.rawValue),
    "fit": GridLayout.Fit.allCases.map(\.rawValue),
    "front": Strip.Front.allCases.map(\.rawValue),
    "last-row": JustifiedLayout.LastRow.allCases.map(\.rawValue),
    "layout": ManifestReader.layouts.map(\.rawValue),
    "on-error": DecodeOptions.OnError.allCases.map(\.rawValue),
    "progress": SheetOutput.ProgressWhen.allCases.map(\.rawValue),
    "shape": shapes,
    "sort": PictureOrder.allCases.map(\.rawValue),
    "text-align": TextAlignment.allCases.map(\.rawValue),
  ]
}
