#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

/// The lines of a text file as tools and terminals leave them behind: LF, CRLF
/// or a bare CR (progress bars) end a line, a UTF-8 byte order mark in front is
/// skipped. Nothing is copied; `text` must outlive this. One thread.
class LineReader {
 public:
  /// A longer line is no text. line_too_long() then says so and next() stops.
  static constexpr std::size_t kMaxLine = 16u << 20;

  explicit LineReader(std::string_view text);

  bool next();
  std::string_view line() const { return text_.substr(begin_, length_); }
  std::int64_t number() const { return number_; }  ///< of this line, from 1
  std::size_t position() const { return begin_; }  ///< byte of its first character
  bool line_too_long() const { return too_long_; }

 private:
  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t length_ = 0;
  std::size_t next_ = 0;
  std::size_t newline_ = 0;  ///< no LF lies between the line's begin and this
  std::int64_t number_ = 0;
  bool too_long_ = false;
};

/// `line` without what terminals and launchers add: ANSI escape sequences,
/// "[1,0]<stdout>:" (mpirun), "(RayTrainWorker pid=1, ip=...)" (Ray) and white
/// space at both ends. The result points into `line` or into `buffer`.
std::string_view clean_line(std::string_view line, std::string& buffer);

/// `text` without white space at its ends.
std::string_view trim(std::string_view text);

/// The parts between runs of spaces and tabs.
std::vector<std::string_view> words(std::string_view text);

/// What follows the first `prefix` in `text`; nullopt where it does not occur.
std::optional<std::string_view> after(std::string_view text, std::string_view prefix);

/// The whole of `text` as a number; nullopt where it is not exactly one.
std::optional<double> parse_number(std::string_view text);
std::optional<std::int64_t> parse_integer(std::string_view text);

/// A point in time found in a text.
struct TimeStamp {
  std::int64_t ns = 0;    ///< since 1970-01-01 00:00 of its own time zone
  bool utc = false;       ///< the zone was stated, so `ns` is Unix time
  std::size_t begin = 0;  ///< where in the text it stands
  std::size_t end = 0;
};

/// How digits behind the seconds are to be read.
enum class Fraction {
  kDecimal,       ///< .5 is half a second
  kMilliseconds,  ///< as the Neuron compiler writes them: .000433 is 433 ms
};

/// The last date and time "2023-08-25 21:52:23.000453", "2024-02-01T10:00:00Z",
/// "...+02:00" in `text`. nullopt where there is none or it is no real date.
std::optional<TimeStamp> find_time_stamp(std::string_view text, Fraction fraction);

}  // namespace nscope::importers
