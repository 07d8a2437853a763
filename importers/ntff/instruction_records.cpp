#include "importers/ntff/records.h"
#include "importers/ntff/sort_by_time.h"

#include <algorithm>
#include <array>

#include <tbb/parallel_for.h>

namespace nscope::importers {
namespace {

constexpr std::uint32_t kPcMask = 0x1ff;  // records contain the low 9 bits
constexpr std::uint32_t kPcStep = kPcMask + 1;

std::uint32_t engine_of(std::uint32_t a) {
  return (a >> 26 & 7) - 1;
}

/// Reads the instructions of one engine. With `engine` kHardwareEngines it only counts the
/// records of unknown engines.
class EngineReader {
 public:
  EngineReader(const CoreBlocks& blocks, std::uint32_t engine, const RecordContext& context)
      : blocks_(blocks), engine_(engine), context_(context) {}

  ReadRows<InstructionRow> read(std::span<const std::byte> code) {
    for (const CoreBlocks::Block& block : blocks_.instructions) {
      if (!load(block) || !pair()) return std::move(result_);
    }
    if (sort_by_time(
            result_.rows, [](const InstructionRow& r) { return r.begin; }, context_.control)) {
      unwrap_pcs(code);
    }
    return std::move(result_);
  }

 private:
  bool load(CoreBlocks::Block block);
  bool pair();
  void unwrap_pcs(std::span<const std::byte> code);

  const CoreBlocks& blocks_;
  std::uint32_t engine_;
  const RecordContext& context_;
  std::vector<Record> records_;
  ReadRows<InstructionRow> result_;
};

/// Loads the engine's records of a block in order of time. False if cancelled.
bool EngineReader::load(CoreBlocks::Block block) {
  records_.clear();
  const std::size_t n = block.size() / kNtffRecord;
  for (std::size_t i = 0; i < n; ++i) {
    if (context_.control.cancelled_at(i)) return false;
    const Record record = context_.axis.record(block, i);
    if (std::min<std::uint32_t>(engine_of(record.a), kHardwareEngines) != engine_) continue;
    if (!ExecutionAxis::plausible(record.time)) {
      ++result_.left.implausible;
    } else if (engine_ == kHardwareEngines) {
      ++result_.left.unknown;
    } else {
      records_.push_back(record);
    }
  }
  return sort_by_time(records_, [](const Record& r) { return r.time; }, context_.control);
}

bool EngineReader::pair() {
  std::vector<OpenStarts> open(kPcStep);
  std::int64_t last_stop = -ExecutionAxis::kFarAway;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (context_.control.cancelled_at(i)) return false;
    const Record& record = records_[i];
    OpenStarts& starts = open[record.a & kPcMask];
    const bool stop = (record.a >> 24 & 1) != 0;
    if (stop) last_stop = record.time;
    if (!stop) {
      starts.starts.push_back({record.time, static_cast<std::uint16_t>(record.c >> 16)});
    } else if (const auto pair = pair_up(starts, record.time, context_.axis, result_.left)) {
      result_.rows.push_back({.begin = pair->start.time,
                              .end = record.time,
                              .pc = record.a & kPcMask,
                              .execution = pair->execution,
                              .wait_cycles = pair->start.wait,
                              .crc_in = static_cast<std::uint16_t>(record.c),
                              .crc_out = static_cast<std::uint16_t>(record.c >> 16),
                              .engine = static_cast<HardwareEngine>(engine_)});
    }
  }
  for (const OpenStarts& starts : open) {
    count_pending(starts, last_stop, context_.axis, result_.left);
  }
  return true;
}

/// Completes the low 9 bits of each pc to the pc that is nearest to the previous one of the
/// engine and inside the code. Of two equally near ones the smaller is used. The rows must be
/// in order of time.
void EngineReader::unwrap_pcs(std::span<const std::byte> code) {
  const auto words =
      static_cast<std::uint32_t>(std::min<std::size_t>(code.size() / kInstructionWord, 1u << 30));
  std::uint32_t last = 0;
  for (InstructionRow& row : result_.rows) {
    if (row.pc < words) {
      const std::uint32_t turns = (words - 1 - row.pc) / kPcStep;  // of the last candidate
      const std::uint32_t below = last < row.pc ? 0 : std::min((last - row.pc) / kPcStep, turns);
      std::uint32_t best = row.pc + below * kPcStep;
      if (below < turns) {
        const std::uint32_t next = best + kPcStep;
        const auto distance = [&](std::uint32_t x) { return x > last ? x - last : last - x; };
        if (distance(next) < distance(best)) best = next;
      }
      row.pc = best;
    }
    last = row.pc;
  }
}

/// Merges the rows of the engines by start, then by end.
std::vector<InstructionRow> merged(
    std::array<ReadRows<InstructionRow>, kHardwareEngines + 1>& engines,
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

ReadRows<InstructionRow> read_instructions(const CoreBlocks& blocks, const NtffCore& core,
                                           const RecordContext& context) {
  std::array<ReadRows<InstructionRow>, kHardwareEngines + 1> engines;
  tbb::parallel_for(std::size_t{0}, engines.size(), [&](std::size_t e) {
    const auto code = e < kHardwareEngines ? core.code[e] : std::span<const std::byte>();
    engines[e] = EngineReader(blocks, static_cast<std::uint32_t>(e), context).read(code);
  });
  ReadRows<InstructionRow> result;
  for (const auto& engine : engines) result.left += engine.left;
  result.rows = merged(engines, context.control);
  return result;
}

}  // namespace nscope::importers
