#include "profiler/analysis/serving/requests.h"

#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/analysis/ranks/devices.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace nscope::analysis {
namespace {

enum class Phase { kQueue, kPrefill, kDecode, kPreempted, kOther };

Phase phase_of(const Trace& trace, const Track& track) {
  const std::string_view name = trace.text(track.name);
  if (name == track_name::kQueue) return Phase::kQueue;
  if (name == track_name::kPrefill) return Phase::kPrefill;
  if (name == track_name::kDecode) return Phase::kDecode;
  if (name == track_name::kPreempted) return Phase::kPreempted;
  return Phase::kOther;
}

/// The phases of one request while the tracks are read.
struct Phases {
  ServedRequest request;
  std::int64_t prefilled = -1;  ///< end of the prefill; -1 if there is none
  std::int64_t decoded = -1;    ///< end of the decode phase at the client; -1 if there is none
  std::int64_t replica = -1;
  bool completed = false;
  std::vector<std::pair<std::int64_t, std::int64_t>> preempted{};
};

/// Time in which each replica prefills, by merged run and number of the replica.
using Prefills = std::map<std::pair<TrackId, std::int64_t>, CoveredTime>;

class RequestReader {
 public:
  explicit RequestReader(const Trace& trace)
      : trace_(trace),
        replica_(trace.strings().find(key::kReplica)),
        input_(trace.strings().find(key::kInputTokens)),
        output_(trace.strings().find(key::kOutputTokens)),
        outcome_(trace.strings().find(key::kOutcome)),
        completed_(trace.strings().find("completed")),
        response_(trace.strings().find(key::kResponseTime)) {}

  /// Reads the slices of one phase. Returns false if cancelled.
  bool read(const Track& track, Phase phase, const TaskControl& control) {
    auto& index = index_[track.parent];
    SliceArgs args(track);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (control.cancelled_at(row)) return false;
      const StringId name = track.slices.name[row];
      const auto [entry, added] = index.try_emplace(name, requests_.size());
      if (added) requests_.emplace_back();
      Phases& of = requests_[entry->second];
      of.request.name = name;
      note_times(track, row, phase, of);
      for (const Arg& arg : args.of(Trace::slice_id(track, row))) note_fact(arg, of);
    }
    return true;
  }

  std::vector<Phases>& requests() { return requests_; }

 private:
  void note_times(const Track& track, std::size_t row, Phase phase, Phases& of) const {
    const std::int64_t begin = track.slices.begin(row).value();
    const std::int64_t end = track.slices.end(row).value();
    switch (phase) {
      case Phase::kQueue:
        of.request.slice = Trace::slice_id(track, row);
        of.request.arrival = begin;
        of.request.queue = end - begin;
        break;
      case Phase::kPrefill:
        of.request.prefill = end - begin;
        of.prefilled = end;
        break;
      case Phase::kDecode: of.decoded = end; break;
      case Phase::kPreempted: of.preempted.emplace_back(begin, end); break;
      case Phase::kOther: break;
    }
  }

  void note_fact(const Arg& arg, Phases& of) const {
    const auto whole = static_cast<std::int64_t>(std::clamp(number_of(arg.value), -1.0, 1e15));
    if (arg.key == replica_) of.replica = whole;
    if (arg.key == input_) of.request.input_tokens = whole;
    if (arg.key == output_) of.request.output_tokens = whole;
    if (arg.key == response_) {
      of.request.response = trace_.from_ns(number_of(arg.value)).value();
    }
    const auto* text = std::get_if<StringId>(&arg.value);
    if (arg.key == outcome_ && text != nullptr) of.completed = *text == completed_;
  }

  const Trace& trace_;
  StringId replica_, input_, output_, outcome_, completed_, response_;
  std::vector<Phases> requests_;
  std::map<TrackId, std::unordered_map<StringId, std::size_t>> index_;  ///< by group of tracks
};

/// The number after "Replica "; -1 for other names.
std::int64_t replica_number(std::string_view name) {
  constexpr std::string_view kTitle = "Replica ";
  if (!name.starts_with(kTitle)) return -1;
  std::int64_t number = 0;
  for (const char c : name.substr(kTitle.size())) {
    if (c < '0' || c > '9' || number > 1'000'000'000) return -1;
    number = 10 * number + (c - '0');
  }
  return number;
}

Prefills prefills_of(const Trace& trace, const Parts& parts) {
  Prefills prefills;
  const bool hidden =
      std::any_of(trace.diagnostics().begin(), trace.diagnostics().end(),
                  [](const Diagnostic& d) { return d.code == "scheduler_steps_not_shown"; });
  if (hidden) return prefills;
  const StringId prefill = trace.strings().find("prefill");
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kExecution || !track.parent.valid()) continue;
    const std::int64_t number = replica_number(trace.text(trace.track(track.parent).name));
    if (number < 0 || trace.text(track.name) != track_name::kScheduler) continue;
    IntervalUnion busy;
    for (std::size_t row = 0; prefill.valid() && row < track.slices.size(); ++row) {
      if (track.slices.name[row] != prefill) continue;
      busy.add(track.slices.begin(row).value(), track.slices.end(row).value());
    }
    prefills.emplace(std::pair(parts.of(track), number), CoveredTime(busy));
  }
  return prefills;
}

/// Splits the time between the first and the last token.
void split_decode(Phases& of, std::int64_t end, const CoveredTime* prefills) {
  IntervalUnion lost;
  for (const auto& [from, to] : of.preempted) {
    lost.add(std::max(from, of.prefilled), std::min(to, end));
  }
  ServedRequest& request = of.request;
  request.preempted = lost.length();
  if (prefills != nullptr) {
    request.blocked = prefills->within(of.prefilled, end) - prefills->within(lost);
  }
  request.decode = end - of.prefilled - request.preempted - request.blocked;
}

}  // namespace

Result<ServedRequests> served_requests(const Trace& trace, const TimeWindow& window,
                                       TaskControl& control) {
  ServedRequests out;
  RequestReader reader(trace);
  for (const Track& track : trace.tracks()) {
    if (track.slice_kind != SliceKind::kRequest) continue;
    const Phase phase = phase_of(trace, track);
    if (phase == Phase::kOther) {
      out.other_events += static_cast<std::int64_t>(track.slices.size());
    } else if (!reader.read(track, phase, control)) {
      return cancelled();
    }
  }
  const Parts parts(trace);
  const Prefills prefills = prefills_of(trace, parts);
  out.blocked_known = !prefills.empty();
  for (Phases& of : reader.requests()) {
    ServedRequest& request = of.request;
    if (!request.slice.valid()) continue;
    if (!window.holds(TraceTime(request.arrival), TraceTime(request.arrival))) continue;
    ++out.seen;
    request.last = of.decoded >= 0 ? of.decoded : of.prefilled + request.response;
    if (!of.completed || of.prefilled < 0 || TraceTime(request.last) > window.end) {
      ++out.not_completed;
      continue;
    }
    if (of.decoded >= 0) {
      const Track& track = *trace.slice(request.slice).track;
      const auto busy = prefills.find({parts.of(track), of.replica});
      out.blocked_known = out.blocked_known && busy != prefills.end();
      split_decode(of, of.decoded - request.response,
                   busy == prefills.end() ? nullptr : &busy->second);
    }
    out.completed.push_back(request);
  }
  std::sort(out.completed.begin(), out.completed.end(),
            [](const ServedRequest& a, const ServedRequest& b) {
              return std::pair(a.arrival, a.slice) < std::pair(b.arrival, b.slice);
            });
  return out;
}

}  // namespace nscope::analysis
