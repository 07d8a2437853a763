#pragma once

#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::analysis {

/// A device: a NeuronCore, a GPU, or a table of nccom-test. Points into the trace, which must
/// outlive it.
struct Device {
  std::string name;  ///< "NeuronCore 3", with the label of its run as prefix if runs are merged
  int core = -1;     ///< physical NeuronCore; -1 for others
  /// The group of its run, see Parts.
  TrackId part{};
  std::vector<const Track*> compute{};  ///< instructions or operators of its engines, GPU kernels
  std::vector<const Track*> collectives{};
  std::vector<const Track*> copies{};  ///< DMA packets, GPU copies
};

/// The devices in scope in the order of their tracks.
std::vector<Device> devices_of(const Trace& trace, const Scope& scope);

/// Finds the merged run to which a track belongs.
class Parts {
 public:
  explicit Parts(const Trace& trace);

  /// The group of the track's run; invalid if the trace is not merged.
  TrackId of(const Track& track) const {
    return roots_.empty() ? TrackId() : roots_[track.id.index()];
  }

 private:
  std::vector<TrackId> roots_;
};

/// The parent of a GPU's streams; the track itself if it has no parent.
TrackId owner_of(const Track& track);

}  // namespace nscope::analysis
