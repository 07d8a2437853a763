#include "importers/ntff/records.h"
#include "importers/ntff/sort_by_time.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

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
std::uint32_t engine_of(const Record& record) {
  return std::min<std::uint32_t>(record_engine(record.a), kHardwareEngines);
}

constexpr std::size_t kEngineLists = kHardwareEngines + 1;  // the last one: unknown engines

/// The records of a block by engine, in the order of the file, without those that are skipped.
class EngineRecords {
 public:
  /// Divides the block into pieces that are read in parallel. Incomplete if cancelled.
  EngineRecords(CoreBlocks::Block block, const RecordContext& context)
      : block_(block), context_(context), pieces_((block.size() / kNtffRecord + kPiece - 1) / kPiece) {
    tbb::parallel_for(std::size_t{0}, pieces_.size(), [&](std::size_t piece) { count(piece); });
    std::array<std::size_t, kEngineLists> total{};
    for (Piece& piece : pieces_) {
      for (std::size_t e = 0; e < kEngineLists; ++e) {
        total[e] += std::exchange(piece.records[e], total[e]);
        left_[e] += piece.left[e];
      }
    }
    tbb::parallel_for(std::size_t{0}, kEngineLists,
                      [&](std::size_t e) { records_[e].resize(total[e]); });
    tbb::parallel_for(std::size_t{0}, pieces_.size(), [&](std::size_t piece) { copy(piece); });
  }

  std::vector<Record>& of(std::size_t engine) { return records_[engine]; }
  std::size_t size() const {
    std::size_t all = 0;
    for (const auto& records : records_) all += records.size();
    return all;
  }
  const SkippedRecords& left(std::size_t engine) const { return left_[engine]; }

 private:
  static constexpr std::size_t kPiece = 1u << 16;  // records

  struct Piece {
    std::array<std::size_t, kEngineLists> records{};  ///< their number, then the first one's place
    std::array<SkippedRecords, kEngineLists> left{};
  };

  /// Calls take(record, engine) for the records of a piece.
  template <class Take>
  void for_each(std::size_t piece, Take take) const {
    if (context_.control.cancelled()) return;
    const std::size_t end = std::min(block_.size() / kNtffRecord, (piece + 1) * kPiece);
    for (std::size_t i = piece * kPiece; i < end; ++i) {
      const Record record = context_.axis.record(block_, i);
      take(record, engine_of(record));
    }
  }
  static bool known(const Record& record, std::uint32_t engine) {
    return engine < kHardwareEngines && record_kind(record.a) != RecordKind::kUnknown;
  }
  void count(std::size_t piece) {
    Piece& to = pieces_[piece];
    for_each(piece, [&](const Record& record, std::uint32_t engine) {
      if (!ExecutionAxis::plausible(record.time)) {
        ++to.left[engine].implausible;
      } else if (!known(record, engine)) {
        ++to.left[engine].unknown;
      } else {
        ++to.records[engine];
      }
    });
  }
  void copy(std::size_t piece) {
    std::array<Record*, kEngineLists> next{};
    for (std::size_t e = 0; e < kEngineLists; ++e) {
      next[e] = records_[e].data() + pieces_[piece].records[e];
    }
    for_each(piece, [&](const Record& record, std::uint32_t engine) {
      if (ExecutionAxis::plausible(record.time) && known(record, engine)) *next[engine]++ = record;
    });
  }

  CoreBlocks::Block block_;
  const RecordContext& context_;
  std::vector<Piece> pieces_;
  std::array<std::vector<Record>, kEngineLists> records_;
  std::array<SkippedRecords, kEngineLists> left_{};
};

/// Pairs the records of one engine, block by block.
class EngineReader {
 public:
  EngineReader(HardwareEngine engine, const RecordContext& context, ProgramCounter counter)
      : engine_(engine), context_(context), counter_(std::move(counter)) {}

  /// Takes the records of the next block. Stops early if cancelled.
  void read(std::vector<Record> records) {
    if (!sort_by_time(
            records, [](const Record& r) { return r.time; }, context_.control)) {
      return;
    }
    counter_.check(records);
    result_.rows.reserve(result_.rows.size() + records.size() / 2);
    pair(records);
  }

  ReadInstructions finish() {
    sort_by_time(
        result_.rows, [](const InstructionRow& r) { return r.begin; }, context_.control);
    return std::move(result_);
  }

 private:
  void pair(std::span<const Record> records);
  void descriptors(const Record& record);

  HardwareEngine engine_;
  const RecordContext& context_;
  ProgramCounter counter_;
  ReadInstructions result_;
};

/// Keeps the notification of generated descriptors: the number of packets is in bits 16 to 29.
void EngineReader::descriptors(const Record& record) {
  const auto execution = context_.axis.execution_of(record.time, record.time);
  if (!execution) return;
  result_.descriptors.push_back({.time = record.time,
                                 .execution = *execution,
                                 .packets = record.c >> 16 & 0x3fff,
                                 .engine = engine_});
}

void EngineReader::pair(std::span<const Record> records) {
  OpenInstructions open(counter_.words());
  std::int64_t last_stop = -ExecutionAxis::kFarAway;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (context_.control.cancelled_at(i)) return;
    const Record& record = records[i];
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
                              .engine = engine_});
    }
  }
  open.for_each([&](const OpenStarts& starts) {
    count_pending(starts, last_stop, context_.axis, result_.left);
  });
}

using EngineRows = std::array<std::span<const InstructionRow>, kHardwareEngines>;

/// Merges the rows of the engines by start, then by end, to `to`.
void merge(EngineRows engines, InstructionRow* to, const TaskControl& control) {
  for (std::size_t done = 0;; ++done) {
    if (control.cancelled_at(done)) return;
    std::size_t best = kHardwareEngines;
    for (std::size_t e = 0; e < kHardwareEngines; ++e) {
      if (engines[e].empty()) continue;
      if (best == kHardwareEngines) {
        best = e;
        continue;
      }
      const InstructionRow& a = engines[e].front();
      const InstructionRow& b = engines[best].front();
      if (a.begin != b.begin ? a.begin < b.begin : a.end < b.end) best = e;
    }
    if (best == kHardwareEngines) return;
    *to++ = engines[best].front();
    engines[best] = engines[best].subspan(1);
  }
}

/// The same for all rows, in parallel for periods of about the same number of rows. `rows` has
/// memory for at least as many.
void merge(const std::array<ReadInstructions, kHardwareEngines>& engines,
           std::vector<InstructionRow>& rows, const TaskControl& control) {
  constexpr std::size_t kPeriodRows = 1u << 17;
  std::size_t total = 0;
  const std::vector<InstructionRow>* longest = &engines.front().rows;
  for (const auto& engine : engines) {
    total += engine.rows.size();
    if (engine.rows.size() > longest->size()) longest = &engine.rows;
  }
  struct Period {
    EngineRows rows;
    std::size_t first = 0;
  };
  const std::size_t periods = total / kPeriodRows + 1;
  std::vector<Period> pieces(periods);
  std::array<std::size_t, kHardwareEngines> next{};
  std::size_t first = 0;
  for (std::size_t i = 0; i < periods; ++i) {
    pieces[i].first = first;
    for (std::size_t e = 0; e < kHardwareEngines; ++e) {
      const std::span<const InstructionRow> rows(engines[e].rows);
      std::size_t end = rows.size();
      if (i + 1 < periods) {
        const std::int64_t limit = (*longest)[longest->size() / periods * (i + 1)].begin;
        const auto at = std::lower_bound(
            rows.begin(), rows.end(), limit,
            [](const InstructionRow& row, std::int64_t time) { return row.begin < time; });
        end = static_cast<std::size_t>(at - rows.begin());
      }
      pieces[i].rows[e] = rows.subspan(next[e], end - next[e]);
      first += end - next[e];
      next[e] = end;
    }
  }
  rows.resize(total);
  tbb::parallel_for(std::size_t{0}, periods, [&](std::size_t i) {
    merge(pieces[i].rows, rows.data() + pieces[i].first, control);
  });
}

}  // namespace

ReadInstructions read_instructions(const CoreBlocks& blocks, const NtffCore& core,
                                   const RecordContext& context) {
  std::vector<EngineReader> readers;
  for (std::size_t e = 0; e < kHardwareEngines; ++e) {
    const auto words = static_cast<std::uint32_t>(
        std::min<std::size_t>(core.code[e].size() / kInstructionWord, 1u << 30));
    readers.emplace_back(static_cast<HardwareEngine>(e), context,
                         ProgramCounter(core.programs[e], words));
  }
  ReadInstructions result;
  for (const CoreBlocks::Block& block : blocks.instructions) {
    EngineRecords records(block, context);
    for (std::size_t e = 0; e < kEngineLists; ++e) result.left += records.left(e);
    // New memory takes as long as pairing.
    const std::size_t rows = result.rows.size() + records.size() / 2;
    tbb::parallel_invoke([&] { result.rows.resize(rows); },
                         [&] {
                           tbb::parallel_for(std::size_t{0}, readers.size(), [&](std::size_t e) {
                             readers[e].read(std::move(records.of(e)));
                           });
                         });
  }
  std::array<ReadInstructions, kHardwareEngines> engines;
  tbb::parallel_for(std::size_t{0}, readers.size(),
                    [&](std::size_t e) { engines[e] = readers[e].finish(); });
  for (const auto& engine : engines) {
    result.left += engine.left;
    result.descriptors.insert(result.descriptors.end(), engine.descriptors.begin(),
                              engine.descriptors.end());
  }
  merge(engines, result.rows, context.control);
  return result;
}

}  // namespace nscope::importers
