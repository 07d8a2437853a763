#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

/// The lines of a text file as tools and terminals write them: LF, CRLF or a single CR
/// (progress bars) ends a line, and a UTF-8 byte order mark at the start is skipped. Nothing
/// is copied; `text` must outlive the reader. One thread.
class LineReader {
 public:
  /// A file with a longer line is not text: next() stops and line_too_long() is true.
  static constexpr std::size_t kMaxLine = 16u << 20;

  explicit LineReader(std::string_view text);

  bool next();
  std::string_view line() const { return text_.substr(begin_, length_); }
  std::int64_t number() const { return number_; }  ///< of the current line, from 1
  std::size_t position() const { return begin_; }  ///< byte offset of the current line
  bool line_too_long() const { return too_long_; }

 private:
  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t length_ = 0;
  std::size_t next_ = 0;
  std::size_t newline_ = 0;  ///< there is no LF between the start of the line and this
  std::int64_t number_ = 0;
  bool too_long_ = false;
};

/// A point in time found in a text.
struct TimeStamp {
  std::int64_t ns = 0;    ///< since 1970-01-01 00:00 in the time zone of the text
  bool utc = false;       ///< the text states the zone, so `ns` is Unix time
  std::size_t begin = 0;  ///< its place in the text
  std::size_t end = 0;
};

/// A line without what terminals, launchers and containers add to it. The views point into the
/// line or into the buffer of split_line().
struct CleanLine {
  std::string_view text{};
  /// The launcher's tag of the process that wrote the line: "[1,0]" (mpirun), "[rank0]" (torchrun),
  /// "(RayTrainWorker pid=1, ip=...)" (Ray), "trainer-1" (docker compose), "[pod/trainer-0/main]"
  /// (kubectl), "12" (srun); "" if there is none.
  std::string_view source{};
  /// The time that docker or Kubernetes wrote before the line.
  std::optional<TimeStamp> received{};
};

/// Splits a line. ANSI escape sequences, the ">" of quotations in mails and issues, and white space
/// at both ends are removed.
CleanLine split_line(std::string_view line, std::string& buffer);

/// The text of split_line().
std::string_view clean_line(std::string_view line, std::string& buffer);

/// `text` without white space at its ends.
std::string_view trim(std::string_view text);

/// The parts between runs of spaces and tabs.
std::vector<std::string_view> words(std::string_view text);

/// The part of `text` after the first `prefix`; nullopt if `prefix` does not occur.
std::optional<std::string_view> after(std::string_view text, std::string_view prefix);

/// Whether `text` begins like a JSON document that is an object or a list of objects, lists or
/// texts.
/// "[1,0]<stdout>:" of a launcher and "[user@host ~]$" of a shell do not.
bool starts_like_json(std::string_view text);

/// Whether `text` begins like JSON or markup, which may quote lines of a log.
bool starts_like_document(std::string_view text);

/// `text` as a number; nullopt if anything else is in `text`.
std::optional<double> parse_number(std::string_view text);
std::optional<std::int64_t> parse_integer(std::string_view text);

/// How to read the digits after the seconds.
enum class Fraction {
  kDecimal,       ///< .5 is half a second
  kMilliseconds,  ///< as in logs of Neuron software: .000433 and .0433 are 433 ms
};

/// The last date and time in `text`, such as "2023-08-25 21:52:23.000453", "2024-02-01T10:00:00Z",
/// "...+02:00", "2024-Oct-15 18:01:17.728750" or "04/19/2023 11:43:43 PM". nullopt if there is none
/// or if it is not a valid date.
std::optional<TimeStamp> find_time_stamp(std::string_view text, Fraction fraction);

/// The first date of the form "Nov 10 11:12:13 2025" of "dmesg -T", or of "date" with the zone
/// "UTC" before the year. nullopt if there is none.
std::optional<TimeStamp> find_date_text(std::string_view text);

/// The time in nanoseconds since the machine started in "[ 1021.334411]" of dmesg; nullopt if there
/// is none.
std::optional<std::int64_t> find_uptime(std::string_view text);

}  // namespace nscope::importers
