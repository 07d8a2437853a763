#pragma once

#include "profiler/trace/build/merge.h"
#include "profiler/trace/columns/diagnostic_list.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::importers {

/// Puts device captures (NTFF) on the clock of the host, if the runs that are opened together
/// include the system recording of their process.
///
/// A recording contains sync points, which state the clock of the device and Unix time at the same
/// moment, and for each execution its start and end on both clocks. A capture belongs to a
/// recording if instance and process are the same. A capture that does not state them belongs to
/// a recording in its folder if one of its executions was recorded. The offset is that of its
/// recorded executions, or of the nearest sync point. See docs/formats/run-directory.md.
///
/// Sets RunPart::synced_clock and RunPart::alignment, and returns the flows from each recorded
/// execution to the execution and the first instructions of the capture. Captures that do not
/// belong to the recording in their folder are counted and remain on their own clock. `files` are
/// the paths of the parts.
std::vector<PartFlow> place_device_captures(std::span<RunPart> parts,
                                            std::span<const std::string> files,
                                            DiagnosticList& diagnostics);

}  // namespace nscope::importers
