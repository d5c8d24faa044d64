import Foundation

/// The system's sine, as an oracle.
func sine(_ x: Double) -> Double { sin(x) }
