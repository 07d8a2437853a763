#include "importers/ntff/records.h"

#include "importers/little_endian.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::uint32_t kPcMask = 0x1ff;  // records hold the low 9 bits
constexpr std::uint32_t kPcStep = kPcMask + 1;
constexpr int kFirstDmaEngine = 64;
/// Times further away than this from the first execution are damage.
constexpr std::int64_t kFarAway = 2'000'000'000'000'000'000;

struct Record {
  std::uint32_t a = 0;
  std::uint32_t c = 0;
  std::int64_t time = 0;
};

struct Window {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Starts whose stop has not come yet, oldest first.
struct OpenStarts {
  struct Start {
    std::int64_t time = 0;
    std::uint16_t wait = 0;
  };
  std::vector<Start> starts;
  std::size_t next = 0;

  bool empty() const { return next == starts.size(); }
  std::span<const Start> pending() const { return std::span(starts).subspan(next); }
  Start take() {
    const Start start = starts[next++];
    if (empty()) {
      starts.clear();
      next = 0;
    }
    return start;
  }
};

/// One start and its stop.
struct Pair {
  OpenStarts::Start start;
  std::uint32_t execution = 0;
};

/// What became of the records of one block that made no row.
struct Leftovers {
  std::int64_t outside = 0;        ///< pairs outside all executions
  std::int64_t without_start = 0;  ///< stops
  std::int64_t without_stop = 0;   ///< starts
  std::int64_t running = 0;        ///< starts behind the last stop of their engine
  std::int64_t strange = 0;        ///< records of no known meaning
};

class RecordReader {
 public:
  RecordReader(NtffCapture& capture, TaskControl& control)
      : capture_(capture), control_(control), origin_(capture.executions.front().start) {
    for (const NtffExecutionWindow& execution : capture.executions) {
      windows_.push_back({static_cast<std::int64_t>(execution.start - origin_),
                          static_cast<std::int64_t>(execution.end - origin_)});
    }
  }

  Result<std::vector<CoreRecords>> read();

 private:
  void note(std::string_view code, Severity severity, std::int64_t count,
            const std::string& example);
  std::vector<Record> load_records(const NtffTrace& trace);
  std::optional<std::uint32_t> execution_of(std::int64_t begin, std::int64_t end) const;
  bool crosses_executions(std::int64_t begin, std::int64_t end) const;
  std::optional<Pair> pair_up(OpenStarts& starts, std::int64_t stop, Leftovers& left) const;
  void count_pending(const OpenStarts& starts, std::int64_t last_stop, Leftovers& left) const;
  void pair_instructions(std::span<const Record> records, const NtffCore& core, CoreRecords& to);
  void pair_dma(std::span<const Record> records, const NtffCore& core, CoreRecords& to);
  void read_events(std::span<const Record> records, CoreRecords& to);
  void read_throttle(std::span<const Record> records, CoreRecords& to);
  void finish_core(const NtffCore& core, CoreRecords& to);
  void unwrap_pcs(const NtffCore& core, CoreRecords& to) const;
  void unread_trace(const NtffTrace& trace);

  NtffCapture& capture_;
  TaskControl& control_;
  std::uint64_t origin_ = 0;
  std::vector<Window> windows_;
  std::uint64_t records_done_ = 0;
};

void RecordReader::note(std::string_view code, Severity severity, std::int64_t count,
                        const std::string& example) {
  if (count == 0) return;
  for (Diagnostic& known : capture_.diagnostics) {
    if (known.code == code) {
      known.count += count;
      return;
    }
  }
  capture_.diagnostics.push_back({std::string(code), severity, count, example});
}

/// The records of one block in order of time.
std::vector<Record> RecordReader::load_records(const NtffTrace& trace) {
  const std::size_t n = trace.records.size() / kNtffRecord;
  std::vector<Record> records;
  records.reserve(n);  // bounded by the file itself
  std::int64_t implausible = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = i * kNtffRecord;
    const auto ticks = load<std::uint64_t>(trace.records, at + 8);
    const auto time = static_cast<std::int64_t>(ticks - origin_);
    if (time < -kFarAway || time > kFarAway) {
      ++implausible;
      continue;
    }
    records.push_back(
        {load<std::uint32_t>(trace.records, at), load<std::uint32_t>(trace.records, at + 4), time});
  }
  note("implausible_time", Severity::kWarning, implausible,
       fmt::format("a record of type {} lies more than 23 days from the first execution",
                   trace.type));
  const auto earlier = [](const Record& x, const Record& y) { return x.time < y.time; };
  if (!std::is_sorted(records.begin(), records.end(), earlier)) {
    std::stable_sort(records.begin(), records.end(), earlier);
  }
  records_done_ += n;
  control_.advance_to(records_done_);
  return records;
}

/// The first execution that [begin, end] touches.
std::optional<std::uint32_t> RecordReader::execution_of(std::int64_t begin,
                                                        std::int64_t end) const {
  const auto it = std::lower_bound(windows_.begin(), windows_.end(), begin,
                                   [](const Window& w, std::int64_t t) { return w.end < t; });
  if (it == windows_.end() || it->begin > end) return std::nullopt;
  return static_cast<std::uint32_t>(it - windows_.begin());
}

/// True where the span starts in or before one execution and ends in a later
/// one: no hardware operation does, so its halves belong to different ones.
bool RecordReader::crosses_executions(std::int64_t begin, std::int64_t end) const {
  const auto it = std::upper_bound(windows_.begin(), windows_.end(), begin,
                                   [](std::int64_t t, const Window& w) { return t < w.end; });
  return it != windows_.end() && it + 1 != windows_.end() && end > (it + 1)->begin;
}

/// The oldest open start that `stop` can belong to, where the two touch an
/// execution.
std::optional<Pair> RecordReader::pair_up(OpenStarts& starts, std::int64_t stop,
                                          Leftovers& left) const {
  while (!starts.empty()) {
    const OpenStarts::Start start = starts.take();
    if (crosses_executions(start.time, stop)) {
      ++left.without_stop;
      continue;
    }
    const auto execution = execution_of(start.time, stop);
    if (execution) return Pair{start, *execution};
    ++left.outside;
    return std::nullopt;
  }
  // Before the first execution the trace may have begun in mid-instruction.
  if (execution_of(stop, stop)) ++left.without_start;
  return std::nullopt;
}

/// Starts that no stop came for: work that still ran when the capture ended,
/// work after the last execution, or lost halves.
void RecordReader::count_pending(const OpenStarts& starts, std::int64_t last_stop,
                                 Leftovers& left) const {
  for (const OpenStarts::Start& start : starts.pending()) {
    (!execution_of(start.time, start.time) ? left.outside
     : start.time >= last_stop             ? left.running
                                           : left.without_stop) += 1;
  }
}

void RecordReader::pair_instructions(std::span<const Record> records, const NtffCore& core,
                                     CoreRecords& to) {
  std::unordered_map<std::uint32_t, OpenStarts> open;
  std::array<std::int64_t, kHardwareEngines> last_stop;
  last_stop.fill(-kFarAway);
  Leftovers left;
  for (const Record& record : records) {
    const std::uint32_t engine = (record.a >> 26 & 7) - 1;
    if (engine >= kHardwareEngines) {
      ++left.strange;
      continue;
    }
    OpenStarts& starts = open[engine << 9 | (record.a & kPcMask)];
    const bool stop = (record.a >> 24 & 1) != 0;
    if (stop) last_stop[engine] = record.time;
    if (!stop) {
      starts.starts.push_back({record.time, static_cast<std::uint16_t>(record.c >> 16)});
    } else if (const auto pair = pair_up(starts, record.time, left)) {
      to.instructions.push_back({.begin = pair->start.time,
                                 .end = record.time,
                                 .pc = record.a & kPcMask,
                                 .execution = pair->execution,
                                 .wait_cycles = pair->start.wait,
                                 .crc_in = static_cast<std::uint16_t>(record.c),
                                 .crc_out = static_cast<std::uint16_t>(record.c >> 16),
                                 .engine = static_cast<HardwareEngine>(engine)});
    }
  }
  for (const auto& [key, starts] : open) count_pending(starts, last_stop[key >> 9], left);
  const std::string of = " of " + core.subgraph;
  note("outside_execution_window", Severity::kInfo, left.outside,
       "instructions" + of + " before the first or after the last execution are not imported");
  note("instruction_without_start", Severity::kWarning, left.without_start, "a stop record" + of);
  note("instruction_without_stop", Severity::kWarning, left.without_stop, "a start record" + of);
  note("instruction_still_running", Severity::kInfo, left.running,
       "an instruction" + of + " had not ended when the capture did; it is not imported");
  note("unknown_engine", Severity::kWarning, left.strange, "an instruction record" + of);
}

void RecordReader::pair_dma(std::span<const Record> records, const NtffCore& core,
                            CoreRecords& to) {
  enum Phase : std::uint32_t { kStart = 1, kEnd = 5, kComplete = 6 };
  std::unordered_map<std::uint32_t, OpenStarts> open;
  Leftovers left;
  for (const Record& record : records) {
    const std::uint32_t engine = record.a >> 24 & 0x1f;
    const std::uint32_t ring = record.c >> 4 & 0xf;
    const std::uint32_t phase = record.c & 0xf;
    OpenStarts& starts = open[engine << 4 | ring];
    if (phase == kStart) {
      starts.starts.push_back({record.time, 0});
    } else if (phase != kEnd) {
      left.strange += phase == kComplete ? 0 : 1;
    } else if (const auto pair = pair_up(starts, record.time, left)) {
      to.dma.push_back({.begin = pair->start.time,
                        .end = record.time,
                        .bytes = record.a & 0xffffff,
                        .execution = pair->execution,
                        .crc = static_cast<std::uint16_t>(record.c >> 16),
                        .dma_engine = static_cast<std::uint8_t>(kFirstDmaEngine + engine),
                        .ring = static_cast<std::uint8_t>(ring)});
    }
  }
  for (const auto& [key, starts] : open) count_pending(starts, kFarAway, left);
  const std::string of = " of " + core.subgraph;
  note("outside_execution_window", Severity::kInfo, left.outside,
       "DMA packets" + of + " before the first or after the last execution are not imported");
  note("dma_packet_without_start", Severity::kWarning, left.without_start, "a packet end" + of);
  note("dma_packet_without_end", Severity::kInfo, left.without_stop, "a packet start" + of);
  note("unknown_dma_record", Severity::kWarning, left.strange, "a record" + of);
}

void RecordReader::read_events(std::span<const Record> records, CoreRecords& to) {
  constexpr std::uint32_t kClearedByWait = 0x07;
  std::int64_t outside = 0;
  for (const Record& record : records) {
    if (!execution_of(record.time, record.time)) {
      ++outside;
      continue;
    }
    to.events.push_back({.time = record.time,
                         .value = record.c,
                         .id = static_cast<std::uint8_t>(record.a),
                         .semaphore = (record.a >> 8 & 0xff) != 0,
                         .cleared = (record.a >> 16 & 0xff) == kClearedByWait});
  }
  note("outside_execution_window", Severity::kInfo, outside,
       "semaphore updates before the first or after the last execution are not imported");
}

/// A record says which limit holds from now on. The last one lasts until the
/// last instruction ends, as Neuron Explorer shows it.
void RecordReader::read_throttle(std::span<const Record> records, CoreRecords& to) {
  for (const Record& record : records) {
    if (!to.throttle.empty()) to.throttle.back().end = record.time;
    to.throttle.push_back({.begin = record.time,
                           .end = record.time,
                           .type = static_cast<int>(record.c >> 8 & 0xff),
                           .k = static_cast<int>(record.c & 0xff)});
  }
}

/// Completes the low 9 bits of each pc: of all candidates inside the code, the
/// one nearest to where the engine was before (the smaller one where two are
/// equally near). `to.instructions` must be in order of time.
void RecordReader::unwrap_pcs(const NtffCore& core, CoreRecords& to) const {
  std::array<std::uint32_t, kHardwareEngines> previous{};
  std::array<std::uint32_t, kHardwareEngines> words{};
  for (std::size_t e = 0; e < kHardwareEngines; ++e) {
    words[e] = static_cast<std::uint32_t>(
        std::min<std::size_t>(core.code[e].size() / kInstructionWord, 1u << 30));
  }
  for (InstructionRow& row : to.instructions) {
    const auto e = static_cast<std::size_t>(row.engine);
    std::uint32_t& last = previous[e];
    if (row.pc < words[e]) {
      const std::uint32_t turns = (words[e] - 1 - row.pc) / kPcStep;  // of the last candidate
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

void RecordReader::finish_core(const NtffCore& core, CoreRecords& to) {
  const auto by_begin = [](const auto& x, const auto& y) { return x.begin < y.begin; };
  std::stable_sort(to.instructions.begin(), to.instructions.end(), by_begin);
  std::stable_sort(to.dma.begin(), to.dma.end(), by_begin);
  std::stable_sort(to.events.begin(), to.events.end(),
                   [](const auto& x, const auto& y) { return x.time < y.time; });
  unwrap_pcs(core, to);
}

void RecordReader::unread_trace(const NtffTrace& trace) {
  const auto n = static_cast<std::int64_t>(trace.records.size() / kNtffRecord);
  const std::string example = fmt::format("records of type {}, block {} of NeuronCore {}",
                                          trace.type, trace.block, trace.device_core);
  const auto type = static_cast<NtffTraceType>(trace.type);
  if (type == NtffTraceType::kError) {
    note("error_records_not_decoded", Severity::kWarning, n, example);
  } else if (static_cast<NtffBlock>(trace.block) == NtffBlock::kTopSp) {
    note("collective_trace_not_decoded", Severity::kWarning, n, example);
  } else {
    note("trace_kind_not_decoded", Severity::kInfo, n, example);
  }
}

Result<std::vector<CoreRecords>> RecordReader::read() {
  std::uint64_t total = 0;
  for (const NtffTrace& trace : capture_.traces) total += trace.records.size() / kNtffRecord;
  control_.begin("Reading trace records", total);

  std::vector<CoreRecords> cores(capture_.cores.size());
  for (const NtffTrace& trace : capture_.traces) {
    if (control_.cancelled()) return cancelled();
    const auto core =
        std::find_if(capture_.cores.begin(), capture_.cores.end(),
                     [&](const NtffCore& c) { return c.device_core == trace.device_core; });
    if (core == capture_.cores.end()) {
      note("unlisted_core", Severity::kWarning,
           static_cast<std::int64_t>(trace.records.size() / kNtffRecord),
           fmt::format("records of NeuronCore {}, which the header does not list",
                       trace.device_core));
      continue;
    }
    CoreRecords& to = cores[static_cast<std::size_t>(core - capture_.cores.begin())];
    const auto type = static_cast<NtffTraceType>(trace.type);
    const bool of_core = static_cast<NtffBlock>(trace.block) == NtffBlock::kCore;
    if (type == NtffTraceType::kInstruction && of_core) {
      pair_instructions(load_records(trace), *core, to);
    } else if (type == NtffTraceType::kEvent && of_core) {
      read_events(load_records(trace), to);
    } else if (type == NtffTraceType::kDma) {
      pair_dma(load_records(trace), *core, to);
    } else if (type == NtffTraceType::kThrottle) {
      read_throttle(load_records(trace), to);
    } else if (!trace.records.empty()) {
      unread_trace(trace);
    }
  }
  std::int64_t last = 0;
  for (std::size_t i = 0; i < cores.size(); ++i) {
    finish_core(capture_.cores[i], cores[i]);
    for (const InstructionRow& row : cores[i].instructions) {
      if (row.end <= windows_.back().end) last = std::max(last, row.end);
    }
  }
  for (CoreRecords& core : cores) {
    std::stable_sort(core.throttle.begin(), core.throttle.end(),
                     [](const auto& x, const auto& y) { return x.begin < y.begin; });
    if (!core.throttle.empty()) {
      ThrottleRow& row = core.throttle.back();
      row.end = std::max(row.begin, last);
    }
  }
  return cores;
}

}  // namespace

Result<std::vector<CoreRecords>> read_records(NtffCapture& capture, TaskControl& control) {
  return RecordReader(capture, control).read();
}

}  // namespace nscope::importers
