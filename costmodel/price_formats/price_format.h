#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// What a reader is given: one file, and the day to put where the file carries no date.
struct PriceInput {
  const ByteSource& file;  ///< plain or gzip; read it with UnpackedText or whole_text()
  Day today{};             ///< the caller's; readers do not read the clock
};

/// Rows that a reader left out for one reason.
struct DroppedRows {
  std::int64_t count = 0;
  std::string example;  ///< the first of them, as short text
};

/// Takes what a reader finds. Readers call row() for each true row and drop() for each
/// they leave out: nothing of a file disappears uncounted. One thread.
class PriceSink {
 public:
  virtual ~PriceSink() = default;

  /// One price. The reader leaves `source` empty (unless the file cites one for each row)
  /// and `own` false. Errors: the taker's (kIo).
  virtual Result<> row(PriceObservation row) = 0;

  /// Whether rows of this instance type are wanted: readers ask early, to save work.
  virtual bool wants(std::string_view instance) const {
    (void)instance;
    return true;
  }

  /// `reason` is a short phrase, the same for all rows it applies to
  /// ("tenancy is not Shared").
  void drop(std::string_view reason, std::string_view example = {}, std::int64_t count = 1) {
    auto found = dropped_.find(reason);
    if (found == dropped_.end()) {
      found = dropped_.emplace(std::string(reason), DroppedRows{0, short_text(example)}).first;
    }
    found->second.count += count;
  }
  /// What the user should know or do: a sentence. For a file that is an index, what to
  /// download instead.
  void advise(std::string text) { advice_.push_back(std::move(text)); }
  /// Where the rows come from, as the file says. The taker gives it an id.
  void describe(PriceSource source) { source_ = std::move(source); }

  const std::map<std::string, DroppedRows, std::less<>>& dropped() const { return dropped_; }
  const std::vector<std::string>& advice() const { return advice_; }
  const PriceSource& source() const { return source_; }

 private:
  /// What a file says must not reach a terminal as commands.
  static std::string short_text(std::string_view text) {
    constexpr std::size_t kLongest = 100;
    std::string out(text.substr(0, kLongest));
    for (char& c : out) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    }
    return out;
  }

  std::map<std::string, DroppedRows, std::less<>> dropped_;
  std::vector<std::string> advice_;
  PriceSource source_;
};

/// One format that prices can be read from. A new format is a new row of the table in
/// registry.cpp.
struct PriceFormat {
  std::string_view id;     ///< stable, for files and scripts: "aws-offer-json"
  std::string_view title;  ///< for people
  /// Whether a text that begins like this is of the format: `head` is its first
  /// kSniffBytes (unpacked) or less, without a byte order mark.
  bool (*sniff)(std::string_view head);
  /// Reads the whole file. Errors: kBadInput naming file, line or byte, and field;
  /// kUnsupportedVersion; kCancelled; those of the sink. What was given to the sink
  /// before an error must not be kept.
  Result<> (*read)(const PriceInput& input, PriceSink& sink, TaskControl& control);
};

inline constexpr std::size_t kSniffBytes = 16 * 1024;

}  // namespace nscope::cost
