#pragma once

namespace nscope::cost {

/// The value with at most `digits` significant decimal digits, for tables of predictions: 8282.171
/// with four is 8282. Zero and values that are not finite are unchanged.
double rounded_to_digits(double value, int digits);

}  // namespace nscope::cost
