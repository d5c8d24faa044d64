/// The quotient, rounded half up; for a dividend of at least 0 and a divisor of at least 1.
func roundedQuotient(_ dividend: Int, _ divisor: Int) -> Int {
  (dividend + divisor / 2) / divisor
}
