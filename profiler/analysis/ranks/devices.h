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

/// What works on its own: a NeuronCore, a GPU, or what a table of nccom-test measured. Points
/// into the trace, which must outlive it.
struct Device {
  std::string name;  ///< "NeuronCore 3", with the run's label in front where runs are merged
  int core = -1;     ///< physical NeuronCore; -1: none
  /// The group of its run, see Parts.
  TrackId part{};
  std::vector<const Track*> compute{};  ///< instructions or operators of its engines, GPU kernels
  std::vector<const Track*> collectives{};
  std::vector<const Track*> copies{};  ///< DMA packets, GPU copies
};

/// The devices of a run in the order of their tracks; with one core asked for, that one.
std::vector<Device> devices_of(const Trace& trace, const Scope& scope);

/// Which of several merged runs a track belongs to.
class Parts {
 public:
  explicit Parts(const Trace& trace);

  /// The group of its run; invalid where there is one run.
  TrackId of(const Track& track) const {
    return roots_.empty() ? TrackId() : roots_[track.id.index()];
  }

 private:
  std::vector<TrackId> roots_;
};

/// The parent below which a GPU's streams stand; the track itself where it has none.
TrackId owner_of(const Track& track);

}  // namespace nscope::analysis
