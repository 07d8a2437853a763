#include "importers/ntff/file/execution_search.h"

#include "importers/shared/little_endian.h"

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

namespace nscope::importers {
namespace {

constexpr std::byte kNotify{0xa6};     // opcode
constexpr std::size_t kHintByte = 36;  // of NOTIFY
constexpr std::byte kStartHint{2};
constexpr std::uint64_t kLongestExecution = 1'000'000'000'000'000'000;  // 12 days, ps

/// Times of the records of one core.
struct CoreTimes {
  std::vector<std::uint64_t> starts;  ///< of executions, sorted
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> stops;  ///< of instructions
};

/// The addresses, as in records, of the NOTIFY words with which TensorE marks a start.
std::set<std::uint32_t> start_marks(const NtffCore& core) {
  constexpr auto kPe = static_cast<std::size_t>(HardwareEngine::kPe);
  std::set<std::uint32_t> marks;
  for (const LoadedProgram& program : core.programs[kPe]) {
    for (std::uint32_t i = 0; i < program.words; ++i) {
      const auto word = core.code[kPe].subspan(std::size_t{program.first + i} * kInstructionWord);
      if (word[0] != kNotify || word[kHintByte] != kStartHint) continue;
      marks.insert((program.address + i) & LoadedProgram::kAddressMask);
    }
  }
  return marks;
}

CoreTimes times_of(const NtffCapture& capture, const NtffCore& core) {
  const std::set<std::uint32_t> marks = start_marks(core);
  CoreTimes times;
  for (const NtffTrace& trace : capture.traces) {
    if (static_cast<NtffTraceType>(trace.type) != NtffTraceType::kInstruction ||
        trace.device_core != core.device_core) {
      continue;
    }
    for (std::size_t at = 0; at + kNtffRecord <= trace.records.size(); at += kNtffRecord) {
      const auto a = load<std::uint32_t>(trace.records, at);
      const auto time = load<std::uint64_t>(trace.records, at + 8);
      if (time > std::uint64_t{1} << 62) continue;  // damaged
      times.first = std::min(times.first, time);
      if (record_kind(a) != RecordKind::kStop) continue;
      times.stops.push_back(time);
      const bool mark = record_engine(a) == static_cast<std::uint32_t>(HardwareEngine::kPe) &&
                        marks.contains(a & LoadedProgram::kAddressMask);
      if (mark) times.starts.push_back(time);
    }
  }
  std::sort(times.starts.begin(), times.starts.end());
  return times;
}

}  // namespace

Result<> find_executions(NtffCapture& capture) {
  std::vector<std::uint64_t> starts;  // by execution: the earliest of the cores
  std::vector<std::uint64_t> stops;
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t length = 0;
  for (NtffCore& core : capture.cores) {
    const CoreTimes times = times_of(capture, core);
    first = std::min(first, times.first);
    length = std::max(length, core.length);
    if (!times.starts.empty()) core.begin = times.starts.front();
    for (std::size_t i = 0; i < times.starts.size(); ++i) {
      if (i == starts.size()) starts.push_back(times.starts[i]);
      starts[i] = std::min(starts[i], times.starts[i]);
    }
    stops.insert(stops.end(), times.stops.begin(), times.stops.end());
  }
  if (stops.empty()) {
    return fail(ErrorCode::kBadInput,
                tr("the file contains no instruction records and states no execution (field 15 of "
                   "the header message)"));
  }
  std::sort(stops.begin(), stops.end());
  if (starts.empty()) {
    starts = {first};
    capture.diagnostics.add(
        "execution_start_unknown", Severity::kInfo,
        tr("the file does not state when the execution began and contains no mark of its start; "
           "all records are taken as one execution"));
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto next = i + 1 < starts.size()
                          ? std::lower_bound(stops.begin(), stops.end(), starts[i + 1])
                          : stops.end();
    std::uint64_t end = next == stops.begin() ? starts[i] : *(next - 1);
    if (starts.size() == 1) end = std::max(end, starts[i] + length);
    end = std::min(end, starts[i] + kLongestExecution);
    if (end > starts[i]) capture.executions.push_back({starts[i], end, capture.uuid});
  }
  if (capture.executions.empty()) {
    return fail(ErrorCode::kBadInput, tr("the instruction records do not span any time"));
  }
  if (capture.executions.size() == 1 && length > 0) capture.stated_length = length;
  return {};
}

}  // namespace nscope::importers
