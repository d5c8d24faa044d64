import Foundation

/// The system's sine, as an oracle.
func sine(_ x: Double) -> Double { sin(x) }

/// The system's exponential function, as an oracle.
func exponential(_ x: Double) -> Double { exp(x) }
