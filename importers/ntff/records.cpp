#include "importers/ntff/records.h"

#include "importers/ntff/sort_by_time.h"

#include <algorithm>

namespace nscope::importers {
namespace {

void note_unread(NtffCapture& capture, const NtffTrace& trace) {
  const auto n = static_cast<std::int64_t>(trace.records.size() / kNtffRecord);
  const Text example =
      tr("records of type {} in block {} of NeuronCore {} were skipped: their "
         "content is not decoded",
         trace.type, trace.block, trace.device_core);
  const auto type = static_cast<NtffTraceType>(trace.type);
  if (type == NtffTraceType::kError) {
    capture.diagnostics.add("error_records_not_decoded", Severity::kWarning, example, n);
  } else if (static_cast<NtffBlock>(trace.block) == NtffBlock::kTopSp) {
    capture.diagnostics.add("collective_trace_not_decoded", Severity::kWarning, example, n);
  } else {
    capture.diagnostics.add("trace_kind_not_decoded", Severity::kInfo, example, n);
  }
}

/// The list that a block belongs to; null if its kind is not decoded.
std::vector<CoreBlocks::Block>* list_of(CoreBlocks& blocks, const NtffTrace& trace) {
  const auto type = static_cast<NtffTraceType>(trace.type);
  const bool of_core = static_cast<NtffBlock>(trace.block) == NtffBlock::kCore;
  if (type == NtffTraceType::kInstruction && of_core) return &blocks.instructions;
  if (type == NtffTraceType::kEvent && of_core) return &blocks.events;
  if (type == NtffTraceType::kDma) return &blocks.dma;
  if (type == NtffTraceType::kThrottle) return &blocks.throttle;
  return nullptr;
}

}  // namespace

std::vector<CoreBlocks> sort_blocks(NtffCapture& capture) {
  std::vector<CoreBlocks> cores(capture.cores.size());
  for (const NtffTrace& trace : capture.traces) {
    const auto core =
        std::find_if(capture.cores.begin(), capture.cores.end(),
                     [&](const NtffCore& c) { return c.device_core == trace.device_core; });
    if (core == capture.cores.end()) {
      capture.diagnostics.add(
          "unlisted_core", Severity::kWarning,
          tr("records of NeuronCore {} were skipped: the header does not list this core",
             trace.device_core),
          static_cast<std::int64_t>(trace.records.size() / kNtffRecord));
      continue;
    }
    CoreBlocks& to = cores[static_cast<std::size_t>(core - capture.cores.begin())];
    if (auto* list = list_of(to, trace)) {
      list->push_back(trace.records);
    } else if (!trace.records.empty()) {
      note_unread(capture, trace);
    }
  }
  return cores;
}

SkippedRecords for_each_event(const CoreBlocks& blocks, const RecordContext& context,
                              const std::function<void(const EventRow&)>& take) {
  constexpr std::uint32_t kClearedByWait = 0x07;
  constexpr std::uint32_t kWrittenByDma = 6;  // 1..5: an engine
  SkippedRecords left;
  std::vector<EventRow> flags;
  for (const CoreBlocks::Block& block : blocks.events) {
    for (std::size_t i = 0; i < block.size() / kNtffRecord; ++i) {
      if (context.control.cancelled_at(i)) return left;
      const Record record = context.axis.record(block, i);
      if (!ExecutionAxis::plausible(record.time)) {
        ++left.implausible;
      } else if (!context.axis.execution_of(record.time, record.time)) {
        ++left.outside;
      } else {
        const EventRow row{.time = record.time,
                           .value = record.c,
                           .id = static_cast<std::uint8_t>(record.a),
                           .semaphore = (record.a >> 8 & 0xff) != 0,
                           .cleared = (record.a >> 16 & 0xff) == kClearedByWait,
                           .by_dma = (record.a >> 26 & 7) == kWrittenByDma};
        if (row.semaphore) {
          take(row);
        } else {
          flags.push_back(row);
        }
      }
    }
  }
  if (!sort_by_time(flags, [](const EventRow& row) { return row.time; }, context.control)) {
    return left;
  }
  for (const EventRow& row : flags) take(row);
  return left;
}

ReadRows<ThrottleRow> read_throttle(const CoreBlocks& blocks, const RecordContext& context,
                                    std::int64_t last) {
  ReadRows<ThrottleRow> result;
  std::vector<ThrottleRow>& rows = result.rows;
  for (const CoreBlocks::Block& block : blocks.throttle) {
    for (std::size_t i = 0; i < block.size() / kNtffRecord; ++i) {
      if (context.control.cancelled_at(i)) return result;
      const Record record = context.axis.record(block, i);
      if (!ExecutionAxis::plausible(record.time)) {
        ++result.left.implausible;
        continue;
      }
      rows.push_back({.begin = record.time,
                      .end = std::max(record.time, last),
                      .type = static_cast<int>(record.c >> 8 & 0xff),
                      .k = static_cast<int>(record.c & 0xff)});
    }
  }
  sort_by_time(rows, [](const ThrottleRow& r) { return r.begin; }, context.control);
  // A limit applies until the next record.
  for (std::size_t i = 1; i < rows.size(); ++i) rows[i - 1].end = rows[i].begin;
  return result;
}

}  // namespace nscope::importers
