#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// The input of a reader: one file, and the date of rows if the file has no date.
struct PriceInput {
  const ByteSource& file;  ///< plain or gzip; read it with UnpackedText or whole_text()
  Day today{};             ///< the current day of the caller; readers do not read the clock
  std::optional<Day> observed{};  ///< the day on which a file without a date was downloaded
};

/// The day on which a file of a format without dates was downloaded. Errors: kInvalidArgument
/// naming the option if the user did not state it.
Result<PriceDate> download_day(const PriceInput& input);

/// Rows that a reader skipped for one reason.
struct DroppedRows {
  Phrase reason{};
  std::int64_t count = 0;
  std::string example{};  ///< the first of these rows, shortened
};

/// Receives the results of a reader. Readers call row() for each row and drop() for each row that
/// they skip, so that all rows of a file are counted. One thread.
class PriceSink {
 public:
  virtual ~PriceSink() = default;

  /// One price. The reader leaves `source` empty, unless the file states one for each row, and
  /// `own` false. Errors: those of the receiver (kIo).
  virtual Result<> row(PriceObservation row) = 0;

  /// Whether rows of this instance type are wanted. Readers call this early to save work.
  virtual bool wants(std::string_view instance) const {
    (void)instance;
    return true;
  }

  /// Counts skipped rows by reason ("tenancy is not Shared").
  void drop(Phrase reason, std::string_view example = {}, std::int64_t count = 1) {
    auto found = dropped_.find(reason.english);
    if (found == dropped_.end()) {
      found = dropped_
                  .emplace(std::string(reason.english),
                           DroppedRows{.reason = reason, .example = short_text(example)})
                  .first;
    }
    found->second.count += count;
  }
  /// A sentence with information or an action for the user; for an index file, which file to
  /// download instead.
  void advise(Text text) { advice_.push_back(std::move(text)); }
  /// The source of the rows according to the file. The receiver assigns the id.
  void describe(PriceSource source) { source_ = std::move(source); }

  /// By the English reason.
  const std::map<std::string, DroppedRows, std::less<>>& dropped() const { return dropped_; }
  const std::vector<Text>& advice() const { return advice_; }
  const PriceSource& source() const { return source_; }

 private:
  /// Replaces control characters, so that a file cannot send commands to a terminal.
  static std::string short_text(std::string_view text) {
    constexpr std::size_t kLongest = 100;
    std::string out(text.substr(0, kLongest));
    for (char& c : out) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    }
    return out;
  }

  std::map<std::string, DroppedRows, std::less<>> dropped_;
  std::vector<Text> advice_;
  PriceSource source_;
};

/// A format of price lists. A new format is a new row of the table in registry.cpp.
struct PriceFormat {
  std::string_view id;  ///< stable, for files and scripts: "aws-offer-json"
  Phrase title;
  /// Whether the start of a text matches the format: `head` is at most the first kSniffBytes
  /// (unpacked), without a byte order mark.
  bool (*sniff)(std::string_view head);
  /// Reads the whole file. Errors: kBadInput naming file, line or byte, and field;
  /// kUnsupportedVersion; kCancelled; those of the sink. After an error, the receiver must discard
  /// all rows.
  Result<> (*read)(const PriceInput& input, PriceSink& sink, TaskControl& control);
};

inline constexpr std::size_t kSniffBytes = 16 * 1024;

// Reasons of several readers for skipping a row.
inline constexpr Phrase kOtherInstance = phrase("other instance type");
inline constexpr Phrase kUndated =
    phrase("price without a date; state the day of the download with --observed DAY");
inline constexpr Phrase kZeroPrice = phrase("price is zero");
inline constexpr Phrase kUnknownTermKind = phrase("unknown kind of term");
inline constexpr Phrase kUnknownUnit = phrase("unit is neither 'Hrs' nor 'Quantity'");
inline constexpr Phrase kNotLinux = phrase("product is not Linux/UNIX");
inline constexpr Phrase kOtherTenancy = phrase("tenancy is not default");
inline constexpr Phrase kUnknownZone = phrase("zone of an unknown region");

}  // namespace nscope::cost
