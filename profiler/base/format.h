#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nscope {

// Values as printed text. Numbers and units are separated by U+202F (narrow no-break
// space). All functions are pure.

/// A duration with a suitable unit: "213 ns", "1.42 µs", "54.3 µs",
/// "12.0 ms", "3.25 s"; from 10 minutes on "18.9 min", from 2 hours on "2.82 h", from 3 days on
/// "4.50 d". Three significant digits.
std::string format_duration_ns(double nanoseconds);

/// A point on the time axis: as a duration, but with enough digits to distinguish
/// times that are `step_ns` apart: "42.118 µs".
std::string format_time_ns(double nanoseconds, double step_ns);

/// A number of bytes with a binary prefix: "512 B", "4.00 KiB", "15.9 GiB".
std::string format_bytes(double bytes);

/// A value with a decimal SI prefix and its unit: format_si(1.68e7, "FLOP") is "16.8 MFLOP".
std::string format_si(double value, std::string_view unit);

/// A value formatted according to its unit: seconds and nanoseconds as durations,
/// "B" as bytes, "share" as a percentage, "count" with thousands separators, rates with SI
/// prefixes, other units with four digits.
std::string format_value(double value, std::string_view unit);

/// A share 0..1 as "36.1 %".
std::string format_percent(double share, int decimals = 1);

/// An integer with thousands separators: "8,388,608".
std::string format_count(std::int64_t value);

/// Inserts thousands separators into decimal digits with or without sign and
/// decimals: "-12460.80" becomes "-12,460.80".
std::string group_thousands(std::string digits);

/// Shortens a text of more than `most` bytes between two UTF-8 characters and appends an
/// ellipsis. True if the text was shortened. `most` must be at least 1.
bool shorten(std::string& text, std::size_t most);

/// Columns of the UTF-8 text on a terminal: 1 for each code point, 2 for wide characters.
std::size_t display_width(std::string_view utf8);

}  // namespace nscope
