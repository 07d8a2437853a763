#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <vector>

namespace nscope {

/// Puts a Trace together from parts that are already in order: what
/// TraceBuilder::finish() and session_file::load() share. One thread.
class TraceAssembler {
 public:
  TimeBase& time_base() { return trace_->time_base_; }
  StringTable& strings() { return trace_->strings_; }
  std::vector<Track>& tracks() { return trace_->tracks_; }  ///< parents first
  std::vector<std::pair<std::string, PropertyValue>>& properties() { return trace_->properties_; }
  std::vector<Metric>& metrics() { return trace_->metrics_; }
  std::vector<Diagnostic>& diagnostics() { return trace_->diagnostics_; }

  /// Sorts flows (any order, final slice ids) into the trace.
  void set_flows(std::vector<Flow> flows);
  /// Takes over what a session stored sorted.
  void set_sorted_flows(FlowColumn flows, Column<std::uint32_t> by_target);
  /// Of a session that has them.
  void set_name_sums(Column<NameSum> sums);
  /// Columns were attached to `storage`, which then lives as long as the trace.
  void set_storage(std::shared_ptr<const ChunkSource> storage);

  /// First row of each track, depths and pyramids that are missing, time limits.
  /// Where `limits` are given nothing is computed from the columns.
  struct Limits {
    TraceTime begin;
    TraceTime end;
  };
  std::shared_ptr<const Trace> finish();
  std::shared_ptr<const Trace> finish(Limits limits);

 private:
  std::shared_ptr<Trace> trace_ = std::make_shared<Trace>();
};

}  // namespace nscope
