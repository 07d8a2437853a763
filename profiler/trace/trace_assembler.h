#pragma once

#include "profiler/trace/trace.h"

#include <memory>
#include <vector>

namespace nscope {

/// Puts a Trace together from parts that are already in order: what
/// TraceBuilder::finish() and SessionFile::load() share. Fills in everything
/// that can be computed: slice ids, pyramids, indices, time limits.
class TraceAssembler {
 public:
  TimeBase& time_base() { return trace_->time_base_; }
  StringTable& strings() { return trace_->strings_; }
  std::vector<Track>& tracks() { return trace_->tracks_; }  ///< parents first
  std::vector<Flow>& flows() { return trace_->flows_; }     ///< any order, final slice ids
  std::vector<Arg>& args() { return trace_->args_; }        ///< any order, final slice ids
  std::vector<std::pair<std::string, PropertyValue>>& properties() { return trace_->properties_; }
  std::vector<Metric>& metrics() { return trace_->metrics_; }
  std::vector<Diagnostic>& diagnostics() { return trace_->diagnostics_; }

  std::shared_ptr<const Trace> finish();

 private:
  std::shared_ptr<Trace> trace_ = std::make_shared<Trace>();
};

}  // namespace nscope
