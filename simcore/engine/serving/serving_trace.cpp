#include "simcore/engine/serving/serving_trace.h"

#include "profiler/base/json/document_text.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

// Below the tracks of executions and hosts, and above those of cores.
constexpr std::int32_t kRequestOrder = 5;
constexpr std::int32_t kReplicaOrder = 100;

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

std::string_view segment_name(Segment::Kind kind) {
  switch (kind) {
    case Segment::Kind::kPrefill: return "prefill";
    case Segment::Kind::kDecode: return "decode";
    case Segment::Kind::kMixed: return "prefill chunk and decode";
    case Segment::Kind::kWait: return "wait for a batch";
    case Segment::Kind::kNone: break;
  }
  return "idle";
}

class ServingTracePlayer::Writer {
 public:
  Writer(TraceSink& sink, const ServingPlan& plan, const ServingTraceDetail& detail)
      : out_(sink), plan_(plan), detail_(detail) {}

  void segment(const Replica& replica, const Segment& segment) {
    if (shown_segments_ >= detail_.segments) {
      ++hidden_segments_;
      return;
    }
    ++shown_segments_;
    const Rows& rows = rows_of(replica.index());
    const SliceId slice =
        out_.slice(rows.segments, out_.intern(segment_name(segment.kind)), TraceTime(segment.start),
                   TraceTime(segment.end() - segment.start));
    if (segment.steps > 1) out_.arg(slice, out_.intern("steps"), segment.steps);
    if (segment.sequences > 0) {
      out_.arg(slice, out_.intern("sequences"), std::int64_t{segment.sequences});
    }
    const auto bucket = [&](const char* name, int size) {
      if (size > 0) out_.arg(slice, out_.intern(name), std::int64_t{size});
    };
    bucket("prompt_bucket", segment.prompt_bucket);
    bucket("batch_bucket", segment.batch_bucket);
    bucket("position_bucket", segment.position_bucket);
    const TraceTime start(segment.start);
    out_.counter(rows.waiting, start, replica.waiting());
    out_.counter(rows.running, start, replica.running());
    out_.counter(rows.cache, start, replica.cache_share());
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
    if (hidden_segments_ > 0) {
      out_.diagnose(
          "scheduler_steps_not_shown", Severity::kInfo,
          tr("The first {} of {} scheduler segments are shown; the metrics include all of "
             "them.",
             as::count(shown_segments_), as::count(shown_segments_ + hidden_segments_)),
          hidden_segments_);
    }
    out_.time_base({.ticks_per_ns = kPicosecondTicks,
                    .window_begin = TraceTime(0),
                    .window_end = TraceTime(run.end)});
    return out_.finish();
  }

 private:
  struct Rows {
    TrackId segments;
    TrackId waiting;
    TrackId running;
    TrackId cache;
  };

  const Rows& rows_of(int replica) {
    const auto [it, added] = rows_.try_emplace(replica);
    if (!added) return it->second;
    Rows& rows = it->second;
    const std::string title = fmt::format("Replica {}", replica);
    const TrackId group =
        out_.track({.name = title, .kind = TrackKind::kGroup, .order = kReplicaOrder + replica});
    rows.segments = out_.track({.name = track_name::kScheduler,
                                .kind = TrackKind::kExecution,
                                .parent = group,
                                .order = 0});
    const auto counter = [&](std::string_view name, std::int32_t order, std::string_view unit) {
      return out_.track({.name = name,
                         .kind = TrackKind::kCounter,
                         .parent = group,
                         .order = order,
                         .unit = unit});
    };
    rows.waiting = counter("Waiting requests", 1, "count");
    rows.running = counter("Decoding requests", 2, "count");
    rows.cache = counter("KV cache", 3, "share");
    return rows;
  }

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
  std::map<int, Rows> rows_;
  TrackId queue_;
  TrackId prefill_;
  TrackId decode_;
  TrackId preempted_;
  std::int64_t shown_segments_ = 0;
  std::int64_t hidden_segments_ = 0;
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
