#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/columns/diagnostic_list.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <vector>

namespace nscope {

/// Assembles a Trace from parts that are already in order, for TraceBuilder::finish() and
/// session_file::load(). One thread.
class TraceAssembler {
 public:
  TimeBase& time_base() { return trace_->time_base_; }
  StringTable& strings() { return trace_->strings_; }
  std::vector<Track>& tracks() { return trace_->tracks_; }  ///< parents first
  std::vector<std::pair<std::string, PropertyValue>>& properties() { return trace_->properties_; }
  std::vector<Metric>& metrics() { return trace_->metrics_; }
  std::vector<Diagnostic>& diagnostics() { return trace_->diagnostics_; }

  /// Sets flows in any order, with final slice ids. finish() without limits sorts them.
  void set_flows(FlowColumn flows);
  /// Sets flows that are already sorted, from a session.
  void set_sorted_flows(FlowColumn flows, Column<std::uint32_t> by_target);
  /// Sets the sums that a session has stored.
  void set_name_sums(Column<NameSum> sums);
  /// Sets the storage of attached columns, which then lives as long as the trace.
  void set_storage(std::shared_ptr<const ChunkSource> storage);

  /// Sets the first row of each track and the time limits. Without `limits` it also sorts the
  /// flows, builds the pyramids and computes the limits from the columns.
  struct Limits {
    TraceTime begin;
    TraceTime end;
  };
  std::shared_ptr<const Trace> finish();
  std::shared_ptr<const Trace> finish(Limits limits);

  /// `trace` with more diagnostics, without a copy of its columns. The caller must be its only
  /// owner.
  static std::shared_ptr<const Trace> with_diagnostics(std::shared_ptr<const Trace> trace,
                                                       const DiagnosticList& more);

 private:
  void sort_flows();
  void build_pyramids();

  std::shared_ptr<Trace> trace_ = std::make_shared<Trace>();
};

}  // namespace nscope
