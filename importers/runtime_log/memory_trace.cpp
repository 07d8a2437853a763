// Writes the reports of the Neuron Runtime about memory as counters and events.
#include "importers/runtime_log/memory_report.h"
#include "importers/runtime_log/runtime_failure.h"
#include "importers/shared/counter_tracks.h"
#include "importers/shared/printable.h"
#include "profiler/trace/failure_keys.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// The tracks of the places of a memory.
class PlaceTracks {
 public:
  /// `one_device`: the cores of the trace are those of the only device. The runtime numbers the
  /// cores of each device from 0, and the log does not state their number, so that the cores of
  /// several devices have no number in common.
  PlaceTracks(TraceWriter& out, bool one_device) : tracks_(out), one_device_(one_device) {}

  CounterTracks& tracks() { return tracks_; }

  TrackId device(const MemoryPlace& place) {
    if (place.device < 0) return {};
    return tracks_.group({}, fmt::format("Neuron device {}", place.device),
                         static_cast<std::int32_t>(std::min<std::int64_t>(place.device, 10'000)));
  }
  TrackId core(const MemoryPlace& place) {
    const TrackId parent = device(place);
    if (place.core < 0) return parent;
    return tracks_.track(
        {.name = fmt::format("NeuronCore {}", place.core),
         .parent = parent,
         .core = core_number(place),
         .order = static_cast<std::int32_t>(std::min<std::int64_t>(place.core, 10'000))});
  }
  TrackId memory(const MemoryPlace& place, const std::string& program) {
    const std::string name = !program.empty() ? fmt::format("{} by use", program)
                             : place.hbm >= 0 ? fmt::format("HBM {} by use", place.hbm)
                             : place.core < 0 ? std::string("Device memory by use")
                                              : std::string("HBM by use");
    return tracks_.track(
        {.name = name, .parent = core(place), .core = core_number(place), .order = 10});
  }
  TrackId counter(TrackId memory, const MemoryPlace& place, const std::string& use) {
    return tracks_.track({.name = use,
                          .kind = TrackKind::kCounter,
                          .parent = memory,
                          .core = core_number(place),
                          .unit = "B"});
  }
  TrackId failures(const MemoryPlace& place) {
    return tracks_.track({.name = "Failed allocations",
                          .kind = TrackKind::kHost,
                          .parent = core(place),
                          .slice_kind = SliceKind::kHost,
                          .core = core_number(place)});
  }

 private:
  std::int32_t core_number(const MemoryPlace& place) const {
    constexpr std::int64_t kMostCores = 4096;
    return one_device_ && place.core >= 0 && place.core < kMostCores
               ? static_cast<std::int32_t>(place.core)
               : -1;
  }

  CounterTracks tracks_;
  bool one_device_;
};

Text place_text(const MemoryPlace& place) {
  if (place.device < 0) return tr("unknown device");
  return tr("ND {}: NC {}", place.device, place.core);
}

/// The largest use of a report and the total.
struct Largest {
  double total = 0.0;
  const std::pair<std::string, double>* use = nullptr;
};
Largest largest_of(const MemoryReport& report) {
  Largest result;
  bool stated = false;
  for (const auto& use : report.uses) {
    if (use.first == "Total") {
      result.total = use.second;
      stated = true;
      continue;
    }
    if (!stated) result.total += use.second;
    if (result.use == nullptr || use.second > result.use->second) result.use = &use;
  }
  return result;
}

void write_failure(const FailedAllocation& failure, const MemoryReport* report, TrackId track,
                   TraceWriter& out) {
  const Text use = failure.use.empty() ? tr("an unknown use") : Text::verbatim(failure.use);
  const Text size =
      failure.bytes ? tr("{}", as::bytes(*failure.bytes)) : tr("memory of unknown size");
  const Largest largest = report == nullptr ? Largest() : largest_of(*report);
  Text example = tr("line {}: {} for {} could not be allocated on {}", failure.line, size, use,
                    place_text(failure.place));
  if (largest.use != nullptr) {
    example = tr("{}; {} were in use, of which {} by '{}'", example, as::bytes(largest.total),
                 as::bytes(largest.use->second), largest.use->first);
  }
  const std::string stated = example.english();
  out.diagnose("out_of_memory", Severity::kWarning, std::move(example));
  if (!track.valid()) return;
  const SliceId slice = out.slice(
      track, out.intern(failure.use.empty() ? std::string_view("allocation") : failure.use),
      failure.time, TraceTime(0));
  const auto text = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) out.arg(slice, out.intern(key), value);
  };
  const auto bytes = [&](std::string_view key, double value) {
    constexpr double kMost = 1e18;  // a damaged log can state more
    out.arg(slice, out.intern(key), static_cast<std::int64_t>(std::min(value, kMost)));
  };
  if (failure.bytes) bytes(key::kRequestedBytes, *failure.bytes);
  if (largest.use != nullptr) bytes(key::kUsedBytes, largest.total);
  text(key::kMemoryUse, failure.use);
  text(key::kAlignment, failure.alignment);
  text(key::kTensorName, failure.tensor);
  text(key::kThread, failure.thread);
  const std::string_view code =
      failure.use == "host memory" ? "NRT_FAIL_HOST_MEM_ALLOC" : "NRT_RESOURCE";
  if (failure.place.device >= 0) {
    out.arg(slice, out.intern(key::kFailureDevice), failure.place.device);
    out.arg(slice, out.intern(key::kFailureCore), failure.place.core);
  }
  text(key::kFailureLevel, "error");
  text(key::kFailureMessage, stated);
  text(key::kErrorCode, code);
  if (const RuntimeErrorMeaning* const meaning = find_runtime_error(code)) {
    text(key::kFailureCause, meaning->cause);
    text(key::kFailureRemedy, meaning->remedy);
    text(key::kFailureSource, meaning->source);
  }
}

}  // namespace

void MemoryReports::finish() {
  for (auto& [thread, request] : requests_) add_failure(std::move(request));
  requests_.clear();
  if (failures_.empty() && failed_calls_ > 0) {
    add_failure({.time = clock_.now(), .use = "tensors", .line = number_});
  }
  std::stable_sort(failures_.begin(), failures_.end(),
                   [](const auto& a, const auto& b) { return a.line < b.line; });
  const auto other_device = [](const MemoryReport& report) { return report.place.device > 0; };
  const bool one_device = std::none_of(reports_.begin(), reports_.end(), other_device);
  PlaceTracks places(out_, one_device);
  for (const MemoryReport& report : reports_) {
    if (report.uses.empty()) continue;
    std::string program = report.place.program;
    if (const auto name = program_names_.find(program); name != program_names_.end()) {
      program = fmt::format("NEFF {} ({})", program, name->second);
    } else if (!program.empty()) {
      program = fmt::format("NEFF {}", program);
    }
    const TrackId memory = places.memory(report.place, program);
    if (!memory.valid()) continue;
    for (const auto& [use, bytes] : report.uses) {
      const TrackId counter = places.counter(memory, report.place, use);
      if (counter.valid()) out_.counter(counter, report.time, bytes);
    }
  }
  double largest = 0.0;
  for (const FailedAllocation& failure : failures_) {
    // The report that the failure belongs to is the last one of its core until then, or, in a
    // table, the next one.
    const auto fits = [&](const MemoryReport& report) {
      return report.place == failure.place && !report.uses.empty() && report.time >= failure.time;
    };
    const auto report = std::find_if(reports_.begin(), reports_.end(), fits);
    write_failure(failure, report == reports_.end() ? nullptr : &*report,
                  places.failures(failure.place), out_);
    largest = std::max(largest, failure.bytes.value_or(0.0));
  }
  const auto metric = [&](std::string name, double value, std::string unit, Text note) {
    out_.metric({.name = std::move(name),
                 .value = value,
                 .unit = std::move(unit),
                 .provenance = Provenance::kImported,
                 .note = std::move(note)});
  };
  if (!failures_.empty()) {
    metric("out_of_memory.failures", static_cast<double>(failures_.size()), "count",
           tr("failed allocations in the log"));
  }
  if (largest > 0.0) {
    metric("out_of_memory.largest_request", largest, "B", tr("largest failed allocation"));
  }
}

}  // namespace nscope::importers
