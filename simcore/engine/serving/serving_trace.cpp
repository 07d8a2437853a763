#include "simcore/engine/serving/serving_trace.h"

#include "profiler/base/json/document_text.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/engine/serving/replica_tracks.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

// Below the tracks of executions and hosts.
constexpr std::int32_t kRequestOrder = 5;

std::string_view outcome_of(RequestRecord::State state) {
  switch (state) {
    case RequestRecord::State::kCompleted: return "completed";
    case RequestRecord::State::kRejected: return "rejected";
    case RequestRecord::State::kRefused: return "refused";
    case RequestRecord::State::kUnfinished: break;
  }
  return "unfinished";
}

}  // namespace

class ServingTracePlayer::Writer {
 public:
  Writer(TraceSink& sink, const ServingPlan& plan, const ServingTraceDetail& detail)
      : out_(sink), plan_(plan), detail_(detail), replicas_(out_, detail.segments, &plan) {}

  void segment(const Replica& replica, const Segment& segment) {
    replicas_.add(ReplicaSegment::of(replica, segment));
  }

  bool finish(const ServingRun& run, const std::vector<Metric>& metrics) {
    describe(metrics, run);
    const TrackId group =
        out_.track({.name = "Requests", .kind = TrackKind::kGroup, .order = kRequestOrder});
    const auto row = [&](std::string_view name, std::int32_t order) {
      return out_.track({.name = name,
                         .kind = TrackKind::kRequest,
                         .parent = group,
                         .slice_kind = SliceKind::kRequest,
                         .order = order});
    };
    queue_ = row(track_name::kQueue, 0);
    prefill_ = row(track_name::kPrefill, 1);
    decode_ = row(track_name::kDecode, 2);
    preempted_ = row(track_name::kPreempted, 3);
    const auto shown = std::min(static_cast<std::int64_t>(run.requests.size()), detail_.requests);
    for (std::int64_t i = 0; i < shown; ++i) {
      request(i, run.requests[static_cast<std::size_t>(i)], run.end);
    }
    const std::int64_t hidden = static_cast<std::int64_t>(run.requests.size()) - shown;
    if (hidden > 0) {
      out_.diagnose("requests_not_shown", Severity::kInfo,
                    tr("The first {} of {} requests are shown; the metrics include all of them.",
                       as::count(shown), as::count(static_cast<std::int64_t>(run.requests.size()))),
                    hidden);
    }
    replicas_.finish();
    out_.time_base({.ticks_per_ns = kPicosecondTicks,
                    .window_begin = TraceTime(0),
                    .window_end = TraceTime(run.end)});
    return out_.finish();
  }

 private:
  void describe(const std::vector<Metric>& metrics, const ServingRun& run) {
    out_.property(std::string(property::kSourceFormat), "simulation");
    out_.property(std::string(property::kProvenance), "simulated");
    out_.property("serving", compact_text(to_json(plan_.setup)));
    if (!detail_.workload.empty()) {
      out_.property(std::string(property::kWorkload), detail_.workload);
    }
    for (const Metric& metric : metrics) out_.metric(metric);
    if (const Text why = instability(run); !why.empty()) {
      out_.diagnose("load_above_capacity", Severity::kWarning, why);
    }
    const int rejected = run.count(RequestRecord::State::kRejected);
    if (rejected > 0) {
      out_.diagnose(
          "requests_rejected", Severity::kWarning,
          tr("Requests longer than the compiled sequence length of {} tokens were rejected.",
             plan_.longest),
          rejected);
    }
    const int refused = run.count(RequestRecord::State::kRefused);
    if (refused > 0) {
      out_.diagnose("requests_refused", Severity::kWarning,
                    tr("Requests were refused by the admission limits of the server."), refused);
    }
  }

  /// Writes the phases of a request. The phases of unfinished requests end with the run.
  void request(std::int64_t number, const RequestRecord& record, Picoseconds end) {
    if (record.arrival < 0) return;
    const StringId name = out_.intern(fmt::format("request {}", number));
    const auto phase = [&](TrackId track, Picoseconds from, Picoseconds to) {
      const SliceId slice =
          out_.slice(track, name, TraceTime(from), TraceTime(std::max<Picoseconds>(0, to - from)));
      out_.arg(slice, out_.intern(key::kReplica), std::int64_t{record.replica});
      return slice;
    };
    const auto until = [&](Picoseconds time) { return time < 0 ? end : time; };
    const bool turned_away = record.state == RequestRecord::State::kRejected ||
                             record.state == RequestRecord::State::kRefused;
    SliceId last =
        phase(queue_, record.arrival, turned_away ? record.finished : until(record.admitted));
    out_.arg(last, out_.intern(key::kInputTokens), std::int64_t{record.input_tokens});
    out_.arg(last, out_.intern(key::kOutputTokens), std::int64_t{record.output_tokens});
    out_.arg(last, out_.intern(key::kOutcome), outcome_of(record.state));
    if (record.retries > 0) out_.arg(last, out_.intern("retries"), std::int64_t{record.retries});
    if (record.admitted < 0) return;
    const SliceId prefill = phase(prefill_, record.admitted, until(record.prefilled));
    if (record.cached_tokens > 0) {
      out_.arg(prefill, out_.intern("cached_tokens"), std::int64_t{record.cached_tokens});
    }
    if (record.first_token >= 0) {
      out_.arg(prefill, out_.intern(key::kResponseTime),
               static_cast<double>(record.first_token - record.prefilled) /
                   static_cast<double>(kPicosecondTicks));
    }
    out_.flow(last, prefill, out_.intern(flow_kind::kFlowDependence));
    if (record.prefilled < 0 || record.output_tokens < 2) return;
    const SliceId decode = phase(decode_, record.prefilled, until(record.finished));
    out_.arg(decode, out_.intern(key::kGeneratedTokens), std::int64_t{record.generated});
    if (record.preemptions > 0) {
      out_.arg(decode, out_.intern("preemptions"), std::int64_t{record.preemptions});
    }
    out_.flow(prefill, decode, out_.intern(flow_kind::kFlowDependence));
    for (const auto& [from, to] : record.preempted) phase(preempted_, from, to);
  }

  TraceWriter out_;
  const ServingPlan& plan_;
  ServingTraceDetail detail_;
  ReplicaTracks replicas_;
  TrackId queue_;
  TrackId prefill_;
  TrackId decode_;
  TrackId preempted_;
};

ServingTracePlayer::ServingTracePlayer(TraceSink& sink, const ServingPlan& plan,
                                       const ServingTraceDetail& detail)
    : writer_(std::make_unique<Writer>(sink, plan, detail)) {}

ServingTracePlayer::~ServingTracePlayer() = default;

SegmentListener ServingTracePlayer::listener() {
  return [writer = writer_.get()](const Replica& replica, const Segment& segment) {
    writer->segment(replica, segment);
  };
}

bool ServingTracePlayer::finish(const ServingRun& run, const std::vector<Metric>& metrics) {
  return writer_->finish(run, metrics);
}

}  // namespace nscope::sim
