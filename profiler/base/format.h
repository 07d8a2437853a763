#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nscope {

/// Text for people. Numbers and units are joined by U+202F (narrow no-break
/// space). All functions are pure.

/// A duration with the unit that suits it: "213 ns", "1.42 µs", "54.3 µs",
/// "12.0 ms", "3.25 s". Three significant digits.
std::string format_duration_ns(double nanoseconds);

/// A point on the time axis: as a duration, but with enough digits to tell
/// neighbours `step_ns` apart: "42.118 µs".
std::string format_time_ns(double nanoseconds, double step_ns);

/// Binary bytes: "512 B", "4.00 KiB", "15.9 GiB".
std::string format_bytes(double bytes);

/// A decimal SI prefix and unit: format_si(1.68e7, "FLOP") is "16.8 MFLOP".
std::string format_si(double value, std::string_view unit);

/// A figure in the way its unit asks for: seconds and nanoseconds as durations,
/// "B" as bytes, "share" as percent, "count" with thousands, rates with SI
/// prefixes, anything else with four digits and the unit.
std::string format_value(double value, std::string_view unit);

/// A share 0..1 as "36.1 %".
std::string format_percent(double share, int decimals = 1);

/// Thousands separated by commas: "8,388,608".
std::string format_count(std::int64_t value);

/// Commas between the thousands of decimal digits, with or without sign and
/// decimals: "-12460.80" becomes "-12,460.80".
std::string group_thousands(std::string digits);

/// Cuts a text of more than `most` bytes between two UTF-8 characters and ends it with
/// an ellipsis. True where it did. `most` must be at least 1.
bool shorten(std::string& text, std::size_t most);

/// Columns the UTF-8 text takes on a terminal (code points; wide characters 2).
std::size_t display_width(std::string_view utf8);

}  // namespace nscope
