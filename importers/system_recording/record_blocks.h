#pragma once

#include "importers/shared/local_strings.h"
#include "importers/system_recording/recording_files.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// An attribute of a record. Whole numbers are stored as text in the file.
struct RecordAttribute {
  std::uint32_t key = 0;  ///< of RecordBlock::texts
  bool is_number = false;
  std::int64_t value = 0;  ///< the number, or the id of a text of RecordBlock::texts
};

/// What a record of ntrace.pb marks.
enum RecordPhase : std::uint64_t { kSpanStart = 1, kSpanStop = 2, kPoint = 3 };

/// One record of ntrace.pb.
struct RuntimeRecord {
  std::int64_t time_ns = -1;  ///< Unix time; negative: absent or impossible
  std::uint64_t type = 0;     ///< of kEventTypeTable
  std::uint64_t thread = 0;
  std::uint64_t phase = 0;  ///< a RecordPhase or an unknown number
  std::uint64_t span = 0;   ///< the same for start and stop
  std::uint32_t first_attribute = 0;
  std::uint32_t attributes = 0;
};

/// Some records of ntrace.pb, decoded. Reused, so that its vectors keep their memory.
struct RecordBlock {
  std::uint64_t position = 0;  ///< of `bytes` in the file
  std::string_view bytes;
  std::vector<RuntimeRecord> records;
  std::vector<RecordAttribute> attributes;
  LocalStrings texts;
  std::int64_t damaged = 0;         ///< records that are not messages; decoded up to the damage
  std::uint64_t first_damaged = 0;  ///< position of the first of them
  std::int64_t unknown_fields = 0;

  void decode();
};

/// Cuts ntrace.pb into blocks of whole records, in order. One thread.
class RecordBlocks {
 public:
  static constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
  /// Larger records are not decoded and count as damaged. Real ones have some hundred bytes.
  static constexpr std::size_t kLargestRecord = std::size_t{1} << 20;

  explicit RecordBlocks(std::string_view file) : file_(file), frames_{file} {}

  /// Sets `block.bytes` to the next block. False at the end.
  bool next(RecordBlock& block);
  std::uint64_t consumed() const { return file_.size() - frames_.rest.size(); }
  /// Bytes at the end that are not a whole record; known at the end.
  std::size_t rest() const { return frames_.rest.size(); }

 private:
  std::string_view file_;
  RecordFrames frames_;
};

/// The number of a text in canonical decimal form ("0", "-12"); nullopt for other texts and for
/// numbers beyond 64 bits.
std::optional<std::int64_t> canonical_number(std::string_view text);

}  // namespace nscope::importers
