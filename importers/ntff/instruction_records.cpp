#include "importers/ntff/records.h"
#include "importers/ntff/sort_by_time.h"
#include "importers/shared/little_endian.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include <tbb/parallel_for.h>

namespace nscope::importers {
namespace {

/// Finds the word of a record in the code of one engine.
class ProgramCounter {
 public:
  /// The place of a record outside the code: no word has it.
  static constexpr std::uint32_t kOutside = 1u << 30;

  ProgramCounter(std::span<const LoadedProgram> programs, std::uint32_t words)
      : programs_(programs.begin(), programs.end()), words_(words) {}

  /// Some files do not state where their code was loaded. If none of the records of an engine
  /// is in its code, its addresses count from the start of the code.
  void check(std::span<const Record> records) {
    const bool any = std::any_of(records.begin(), records.end(),
                                 [&](const Record& r) { return of(r.a) < words_; });
    if (!any && !records.empty()) programs_ = {{.address = 0, .first = 0, .words = words_}};
  }

  std::uint32_t of(std::uint32_t a) const {
    const std::uint32_t address = a & LoadedProgram::kAddressMask;
    for (const LoadedProgram& program : programs_) {
      const std::uint32_t offset = (address - program.address) & LoadedProgram::kAddressMask;
      if (offset < program.words) return program.first + offset;
    }
    return kOutside | address;
  }

  std::uint32_t words() const { return words_; }

 private:
  std::vector<LoadedProgram> programs_;
  std::uint32_t words_;
};

/// Starts that have no stop yet, by the place of their word.
class OpenInstructions {
 public:
  explicit OpenInstructions(std::uint32_t words) : in_code_(words) {}

  OpenStarts& at(std::uint32_t pc) { return pc < in_code_.size() ? in_code_[pc] : outside_[pc]; }

  template <class Take>
  void for_each(Take take) const {
    for (const OpenStarts& starts : in_code_) take(starts);
    for (const auto& [pc, starts] : outside_) take(starts);
  }

 private:
  std::vector<OpenStarts> in_code_;
  std::unordered_map<std::uint32_t, OpenStarts> outside_;
};

/// The engine of a record; kHardwareEngines if it is unknown.
std::uint32_t engine_at(CoreBlocks::Block block, std::size_t record) {
  const auto a = load<std::uint32_t>(block, record * kNtffRecord);
  return std::min<std::uint32_t>(record_engine(a), kHardwareEngines);
}

using EngineCounts = std::array<std::size_t, kHardwareEngines + 1>;

/// The number of records of each engine, so that their memory can be allocated at once.
EngineCounts count_records(const CoreBlocks& blocks, const TaskControl& control) {
  EngineCounts counts{};
  for (const CoreBlocks::Block& block : blocks.instructions) {
    for (std::size_t i = 0; i < block.size() / kNtffRecord; ++i) {
      if (control.cancelled_at(i)) return counts;
      ++counts[engine_at(block, i)];
    }
  }
  return counts;
}

/// Reads the instructions of one engine. With `engine` kHardwareEngines it only counts the
/// records of unknown engines.
class EngineReader {
 public:
  /// `records` is their number.
  EngineReader(const CoreBlocks& blocks, std::uint32_t engine, std::size_t records,
               const RecordContext& context, ProgramCounter counter)
      : blocks_(blocks), engine_(engine), context_(context), counter_(std::move(counter)) {
    if (engine == kHardwareEngines) return;
    records_.reserve(records);
    result_.rows.reserve(records / 2);
  }

  ReadInstructions read() {
    for (const CoreBlocks::Block& block : blocks_.instructions) {
      if (!load(block)) return std::move(result_);
      counter_.check(records_);
      if (!pair()) return std::move(result_);
    }
    sort_by_time(
        result_.rows, [](const InstructionRow& r) { return r.begin; }, context_.control);
    return std::move(result_);
  }

 private:
  bool load(CoreBlocks::Block block);
  bool pair();
  void descriptors(const Record& record);

  const CoreBlocks& blocks_;
  std::uint32_t engine_;
  const RecordContext& context_;
  ProgramCounter counter_;
  std::vector<Record> records_;
  ReadInstructions result_;
};

/// Loads the engine's records of a block in order of time. False if cancelled.
bool EngineReader::load(CoreBlocks::Block block) {
  records_.clear();
  const std::size_t n = block.size() / kNtffRecord;
  for (std::size_t i = 0; i < n; ++i) {
    if (context_.control.cancelled_at(i)) return false;
    if (engine_at(block, i) != engine_) continue;
    const Record record = context_.axis.record(block, i);
    if (!ExecutionAxis::plausible(record.time)) {
      ++result_.left.implausible;
    } else if (engine_ == kHardwareEngines || record_kind(record.a) == RecordKind::kUnknown) {
      ++result_.left.unknown;
    } else {
      records_.push_back(record);
    }
  }
  return sort_by_time(
      records_, [](const Record& r) { return r.time; }, context_.control);
}

/// Keeps the notification of generated descriptors: the number of packets is in bits 16 to 29.
void EngineReader::descriptors(const Record& record) {
  const auto execution = context_.axis.execution_of(record.time, record.time);
  if (!execution) return;
  result_.descriptors.push_back({.time = record.time,
                                 .execution = *execution,
                                 .packets = record.c >> 16 & 0x3fff,
                                 .engine = static_cast<HardwareEngine>(engine_)});
}

bool EngineReader::pair() {
  OpenInstructions open(counter_.words());
  std::int64_t last_stop = -ExecutionAxis::kFarAway;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (context_.control.cancelled_at(i)) return false;
    const Record& record = records_[i];
    const RecordKind kind = record_kind(record.a);
    if (kind == RecordKind::kDescriptors) {
      descriptors(record);
      continue;
    }
    const std::uint32_t pc = counter_.of(record.a);
    OpenStarts& starts = open.at(pc);
    if (kind == RecordKind::kStart) {
      starts.starts.push_back({record.time, static_cast<std::uint16_t>(record.c >> 16)});
      continue;
    }
    last_stop = record.time;
    if (const auto pair = pair_up(starts, record.time, context_.axis, result_.left)) {
      result_.rows.push_back({.begin = pair->start.time,
                              .end = record.time,
                              .pc = pc,
                              .execution = pair->execution,
                              .wait_cycles = pair->start.wait,
                              .crc_in = static_cast<std::uint16_t>(record.c),
                              .crc_out = static_cast<std::uint16_t>(record.c >> 16),
                              .engine = static_cast<HardwareEngine>(engine_)});
    }
  }
  open.for_each([&](const OpenStarts& starts) {
    count_pending(starts, last_stop, context_.axis, result_.left);
  });
  return true;
}

/// Merges the rows of the engines by start, then by end.
std::vector<InstructionRow> merged(std::array<ReadInstructions, kHardwareEngines + 1>& engines,
                                   const TaskControl& control) {
  std::size_t total = 0;
  for (const auto& engine : engines) total += engine.rows.size();
  std::vector<InstructionRow> rows;
  rows.reserve(total);
  std::array<std::size_t, kHardwareEngines> next{};
  while (rows.size() < total) {
    if (control.cancelled_at(rows.size())) break;
    std::size_t best = kHardwareEngines;
    for (std::size_t e = 0; e < kHardwareEngines; ++e) {
      if (next[e] == engines[e].rows.size()) continue;
      if (best == kHardwareEngines) {
        best = e;
        continue;
      }
      const InstructionRow& a = engines[e].rows[next[e]];
      const InstructionRow& b = engines[best].rows[next[best]];
      if (a.begin != b.begin ? a.begin < b.begin : a.end < b.end) best = e;
    }
    rows.push_back(engines[best].rows[next[best]++]);
  }
  return rows;
}

}  // namespace

ReadInstructions read_instructions(const CoreBlocks& blocks, const NtffCore& core,
                                   const RecordContext& context) {
  const EngineCounts counts = count_records(blocks, context.control);
  std::array<ReadInstructions, kHardwareEngines + 1> engines;
  tbb::parallel_for(std::size_t{0}, engines.size(), [&](std::size_t e) {
    ProgramCounter counter({}, 0);
    if (e < kHardwareEngines) {
      counter =
          ProgramCounter(core.programs[e], static_cast<std::uint32_t>(std::min<std::size_t>(
                                               core.code[e].size() / kInstructionWord, 1u << 30)));
    }
    engines[e] =
        EngineReader(blocks, static_cast<std::uint32_t>(e), counts[e], context, counter).read();
  });
  ReadInstructions result;
  for (auto& engine : engines) {
    result.left += engine.left;
    result.descriptors.insert(result.descriptors.end(), engine.descriptors.begin(),
                              engine.descriptors.end());
  }
  result.rows = merged(engines, context.control);
  return result;
}

}  // namespace nscope::importers
