#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/operators/operator_totals.h"
#include "profiler/base/units.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace nscope::analysis {

/// The events of one source line. Amounts that the run does not state are nullopt.
struct SourceLine {
  std::string file{};      ///< path as the run states it; empty for events without a source line
  std::uint32_t line = 0;  ///< from 1; 0 if only the file is stated
  OperatorTotals totals{};
  /// Idle time of engines directly before the instructions of the line, without the launch.
  std::optional<Picoseconds> stall{};
  /// Part of `stall` in which the engine waits for a transfer, a semaphore or a collective.
  std::optional<Picoseconds> wait{};
  std::optional<double> hbm_read{};     ///< bytes that the instructions read from HBM
  std::optional<double> hbm_written{};  ///< bytes that the instructions write to HBM
  std::optional<double> moved{};        ///< bytes of the DMA packets that the line triggered
  std::optional<double> spilled{};      ///< bytes saved to HBM and reloaded because SBUF was full
};

/// The source lines of the analysed part of a run.
struct SourceLines {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Lines with events or stalls in the range: each file and line once, in no particular order.
  std::vector<SourceLine> lines{};
  std::vector<std::uint32_t> line_of{};  ///< by slice: index into `lines`; kNone if not included
  double window = 0.0;  ///< length of the range in ticks, times the number of cores
  bool stated = false;  ///< whether any event states its source line
  // Reasons why an amount is unknown; empty if it is known.
  Text stalls_unknown{};
  Text moved_unknown{};
  Text spills_unknown{};
  std::int64_t packets = 0;       ///< DMA packets of captures
  std::int64_t tied_packets = 0;  ///< packets whose instruction is known

  /// The line of an event; null if the event is not included or states none.
  const SourceLine* of(SliceId slice) const {
    if (slice.index() >= line_of.size() || line_of[slice.index()] == kNone) return nullptr;
    return &lines[line_of[slice.index()]];
  }
};

/// Adds up the events of each source line. DMA packets belong to the line of the instruction that
/// triggered them. Memory: as work_tree() with WorkDetails::events, and the dependencies of the
/// run. Errors: kCancelled; kInvalidArgument if the run does not have the core of the request.
Result<SourceLines> source_lines(const Trace& trace, const AnalysisRequest& request,
                                 TaskControl& control);

/// What is missing in `lines`, as sentences; empty if nothing is.
std::vector<Text> source_line_notes(const SourceLines& lines);

/// "source-lines": time, stalls, work and traffic of each source line.
extern const Analysis kSourceLineAnalysis;

}  // namespace nscope::analysis
