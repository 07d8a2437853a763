#include "profiler/trace/build/merge.h"

#include "profiler/trace/build/merge_placement.h"
#include "profiler/trace/build/trace_assembler.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/limits.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::size_t kCheckEvery = 1u << 14;

// Totals over the profiled cores: the merged run has the sum.
constexpr auto kSummed = std::to_array<std::string_view>(
    {property::kPhysicalCores, property::kHbmBandwidth, property::kDmaQueueCount});
// Properties of the device. Only parts that profile its engines state them; a recording of the host
// on the same axis does not.
constexpr auto kOfDevice = std::to_array<std::string_view>(
    {property::kDevice, property::kGeneration, property::kPeClock, property::kEngineClock,
     property::kPeRows, property::kPeColumns, property::kMemoryCapacity, property::kPhysicalCores,
     property::kHbmBandwidth, property::kDmaQueueCount});
// Properties of one part for which the merged run has values of its own.
constexpr auto kReplaced = std::to_array<std::string_view>(
    {property::kClock, property::kClockOrigin, property::kSourceFile});

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

struct CoreProperty {
  int core = 0;
  std::string_view name;
};

/// "core3.nd_idx" is the property nd_idx of core 3.
std::optional<CoreProperty> core_property_of(std::string_view name) {
  constexpr int kMaxCore = 1 << 20;
  if (!name.starts_with("core")) return std::nullopt;
  CoreProperty result;
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data() + 4, end, result.core);
  if (error != std::errc() || rest == end || *rest != '.') return std::nullopt;
  if (result.core < 0 || result.core > kMaxCore) return std::nullopt;
  result.name = std::string_view(rest + 1, end);
  return result;
}

class Merger {
 public:
  Merger(std::vector<RunPart> parts, Placements placements, std::vector<PartFlow> flows,
         TaskControl& control)
      : parts_(std::move(parts)),
        placements_(std::move(placements)),
        flows_(std::move(flows)),
        control_(control),
        out_(builder_) {}

  Result<std::shared_ptr<const Trace>> run(const DiagnosticList& diagnostics);

 private:
  Result<> choose_axis();
  std::int64_t scale(const Trace& trace) const {
    return ticks_per_ns_ / trace.time_base().ticks_per_ns;
  }
  void number_cores();
  void find_profiled_parts();
  void properties();
  void sums();
  void placement_properties(std::size_t i);
  void source_files();
  void metrics_and_diagnostics(std::size_t i);
  Result<> copy(std::size_t i);
  Result<> copy_track(const Track& track, TrackId to);
  void copy_args(SliceId from, SliceId to);
  Result<> copy_flows(std::size_t part);
  StringId text(StringId id);
  TraceTime time(TraceTime t) const {
    return TraceTime((t.value() - first_.value()) * scale_ + first_at_);
  }
  bool keep_going() {
    if (++events_ % kCheckEvery != 0) return true;
    control_.advance_to(events_);
    return !control_.cancelled();
  }

  std::vector<RunPart> parts_;
  Placements placements_;
  std::vector<PartFlow> flows_;  ///< with new ids for the parts that have been copied
  TaskControl& control_;
  TraceBuilder builder_;
  TraceWriter out_;
  std::int64_t ticks_per_ns_ = 1;
  std::vector<int> first_core_;
  std::vector<bool> profiled_;  ///< by part
  std::uint64_t events_ = 0;

  // Of the part that is being copied.
  const Trace* trace_ = nullptr;
  std::int64_t scale_ = 1;
  TraceTime first_{0};              ///< its begin
  std::int64_t first_at_ = 0;       ///< the place of its begin on the axis
  std::vector<StringId> texts_;     ///< by the part's own ids
  std::vector<SliceId> first_new_;  ///< by track: the new id of its row 0
};

/// Chooses the finest time base of all parts, and checks that every part fits the time axis.
Result<> Merger::choose_axis() {
  ticks_per_ns_ = common_ticks_per_ns(parts_);
  if (ticks_per_ns_ == 0) {
    return fail(ErrorCode::kBadInput, tr("the time units of the runs are not compatible"),
                parts_.back().label);
  }
  TimeBase base{.ticks_per_ns = ticks_per_ns_};
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Trace& trace = *parts_[i].trace;
    const std::int64_t offset = placements_.parts[i].offset_ns;
    if (!fits_axis(trace, offset, ticks_per_ns_)) {
      const auto longest = static_cast<double>(limits::kFarthestTime / ticks_per_ns_);
      return fail(ErrorCode::kBadInput,
                  tr("the run covers {} and is placed {} from {}, but the time axis of the runs "
                     "ends at {}; open it alone, or set another offset",
                     as::duration_ns(static_cast<double>(trace.to_ns(trace.end() - trace.begin()))),
                     as::duration_ns(static_cast<double>(offset)), parts_[0].label,
                     as::duration_ns(longest)),
                  parts_[i].label);
    }
    const auto placed = [&](TraceTime t) {
      return TraceTime(*axis_time(trace, t, offset, ticks_per_ns_));
    };
    const TraceTime begin = placed(trace.time_base().window_begin);
    const TraceTime end = placed(trace.time_base().window_end);
    base.window_begin = i == 0 ? begin : std::min(base.window_begin, begin);
    base.window_end = i == 0 ? end : std::max(base.window_end, end);
  }
  out_.time_base(base);
  return {};
}

void Merger::number_cores() {
  int next = 0;
  for (const RunPart& part : parts_) {
    first_core_.push_back(next);
    int cores = 0;
    for (const Track& track : part.trace->tracks()) cores = std::max(cores, track.core + 1);
    for (const auto& [name, value] : part.trace->properties()) {
      if (const auto of_core = core_property_of(name)) cores = std::max(cores, of_core->core + 1);
    }
    next += cores;
  }
}

/// Marks the parts that profile engines; all parts if none does.
void Merger::find_profiled_parts() {
  for (const RunPart& part : parts_) {
    const std::span<const Track> tracks = part.trace->tracks();
    profiled_.push_back(std::any_of(tracks.begin(), tracks.end(), [](const Track& track) {
      return track.engine != Engine::kNone;
    }));
  }
  if (!contains(profiled_, true)) profiled_.assign(parts_.size(), true);
}

/// Writes properties that are equal in all parts once, and others with the number of the part.
/// Properties of the device are compared between the parts that profile it.
void Merger::properties() {
  find_profiled_parts();
  const auto profiled =
      static_cast<std::size_t>(std::count(profiled_.begin(), profiled_.end(), true));
  std::map<std::string, std::size_t> occurrences;  // number of parts with the same value
  const auto fingerprint = [](const std::string& name, const PropertyValue& value) {
    return fmt::format("{}\n{}\n{}", name, value.index(),
                       std::visit([](const auto& v) { return fmt::format("{}", v); }, value));
  };
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    for (const auto& [name, value] : parts_[i].trace->properties()) {
      if (profiled_[i] || !contains(kOfDevice, name)) ++occurrences[fingerprint(name, value)];
    }
  }
  std::set<std::string> written;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    for (const auto& [name, value] : parts_[i].trace->properties()) {
      if (const auto of_core = core_property_of(name)) {
        out_.property(property::core_property(of_core->core + first_core_[i], of_core->name),
                      value);
      } else if (!contains(kReplaced, name) && !contains(kSummed, name) &&
                 occurrences[fingerprint(name, value)] ==
                     (contains(kOfDevice, name) ? profiled : parts_.size())) {
        if (written.insert(name).second) out_.property(name, value);
      } else {
        out_.property(fmt::format("part{}.{}", i + 1, name), value);
      }
    }
    placement_properties(i);
  }
  sums();
  source_files();
  out_.property("parts", static_cast<std::int64_t>(parts_.size()));
  const Trace& first = *parts_[0].trace;
  for (const std::string_view name : {property::kClock, property::kClockOrigin}) {
    if (const PropertyValue* value = first.property(name); value != nullptr) {
      out_.property(std::string(name), *value);
    }
  }
}

/// Writes a total if every part that profiles the device has the property.
void Merger::sums() {
  for (const std::string_view name : kSummed) {
    double sum = 0.0;
    bool complete = true;
    bool whole = true;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!profiled_[i]) continue;
      const RunPart& part = parts_[i];
      const auto value = part.trace->property_number(name);
      complete = complete && value.has_value();
      sum += value.value_or(0.0);
      const PropertyValue* stated = part.trace->property(name);
      whole = whole && stated != nullptr && std::holds_alternative<std::int64_t>(*stated);
    }
    if (!complete) continue;
    if (whole && sum < 9e15) {
      out_.property(std::string(name), static_cast<std::int64_t>(sum));
    } else {
      out_.property(std::string(name), sum);
    }
  }
}

void Merger::placement_properties(std::size_t i) {
  const Placement& placement = placements_.parts[i];
  const auto put = [&](std::string_view name, PropertyValue value) {
    out_.property(fmt::format("part{}.{}", i + 1, name), std::move(value));
  };
  put("label", parts_[i].label);
  put("offset_ns", placement.offset_ns);
  put("offset_from", std::string(placement.from));
  for (const auto& [name, value] : parts_[i].alignment) put(name, value);
  if (!placement.skew) return;
  put("measured_skew_ns", placement.skew->median_ns);
  put("measured_skew_spread_ns", placement.skew->spread_ns);
  put("measured_skew_count", static_cast<std::int64_t>(placement.skew->count));
}

void Merger::source_files() {
  constexpr std::size_t kNamed = 3;
  std::string names;
  for (std::size_t i = 0; i < parts_.size() && i < kNamed; ++i) {
    const std::string file = parts_[i].trace->property_text(property::kSourceFile);
    names += fmt::format("{}{}", i == 0 ? "" : ", ", file.empty() ? parts_[i].label : file);
  }
  if (parts_.size() > kNamed) names += fmt::format(" and {} more", parts_.size() - kNamed);
  out_.property(std::string(property::kSourceFile), names);
}

void Merger::metrics_and_diagnostics(std::size_t i) {
  for (Metric metric : trace_->metrics()) {
    metric.name = fmt::format("part{}.{}", i + 1, metric.name);
    out_.metric(std::move(metric));
  }
  for (const Diagnostic& d : trace_->diagnostics()) {
    out_.diagnose(d.code, d.severity, tr("{}: {}", parts_[i].label, d.example), d.count);
  }
}

StringId Merger::text(StringId id) {
  if (!id.valid() || id.index() >= texts_.size()) return {};
  StringId& known = texts_[id.index()];
  if (!known.valid()) known = out_.intern(trace_->text(id));
  return known;
}

void Merger::copy_args(SliceId from, SliceId to) {
  for (const Arg& arg : trace_->args_of(from)) {
    const StringId key = text(arg.key);
    if (const auto* words = std::get_if<StringId>(&arg.value)) {
      out_.arg(to, key, text(*words));
    } else if (const auto* number = std::get_if<std::int64_t>(&arg.value)) {
      out_.arg(to, key, *number);
    } else {
      out_.arg(to, key, std::get<double>(arg.value));
    }
  }
}

Result<> Merger::copy_track(const Track& track, TrackId to) {
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (!keep_going()) return cancelled();
    const SliceId from = Trace::slice_id(track, row);
    const SliceId slice =
        out_.slice(to, text(track.slices.name[row]), time(TraceTime(track.slices.start[row])),
                   TraceTime(track.slices.duration[row] * scale_),
                   TraceTime(trace_->slice(from).wait().value() * scale_));
    if (row == 0) first_new_[track.id.index()] = slice;
    copy_args(from, slice);
  }
  for (std::size_t i = 0; i < track.counters.size(); ++i) {
    if (!keep_going()) return cancelled();
    out_.counter(to, time(TraceTime(track.counters.time[i])), track.counters.value[i]);
  }
  return {};
}

Result<> Merger::copy_flows(std::size_t part) {
  const auto new_id = [&](SliceId old) {
    const auto slice = trace_->slice(old);
    return SliceId(first_new_[slice.track->id.index()].index() + slice.row);
  };
  for (const Flow& flow : trace_->flows()) {
    if (!keep_going()) return cancelled();
    out_.flow(new_id(flow.from), new_id(flow.to), text(flow.kind));
  }
  for (PartFlow& flow : flows_) {
    if (flow.from_part == part) flow.from = new_id(flow.from);
    if (flow.to_part == part) flow.to = new_id(flow.to);
  }
  return {};
}

Result<> Merger::copy(std::size_t i) {
  trace_ = parts_[i].trace.get();
  scale_ = scale(*trace_);
  first_ = trace_->begin();
  first_at_ = *axis_time(*trace_, first_, placements_.parts[i].offset_ns, ticks_per_ns_);
  texts_.assign(trace_->strings().size(), StringId());
  first_new_.assign(trace_->tracks().size(), SliceId());
  const TrackId group =
      out_.track({.name = parts_[i].label, .order = static_cast<std::int32_t>(i)});
  std::vector<TrackId> tracks(trace_->tracks().size());
  std::int32_t order = 0;
  for (const Track& track : trace_->tracks()) {
    const TrackId to =
        out_.track({.name = trace_->text(track.name),
                    .kind = track.kind,
                    .parent = track.parent.valid() ? tracks[track.parent.index()] : group,
                    .engine = track.engine,
                    .slice_kind = track.slice_kind,
                    .layout = track.layout,
                    .core = track.core < 0 ? -1 : track.core + first_core_[i],
                    .order = order++,
                    .unit = trace_->text(track.unit)});
    tracks[track.id.index()] = to;
    if (auto ok = copy_track(track, to); !ok) return ok;
  }
  if (auto ok = copy_flows(i); !ok) return ok;
  // Values that could not be read from a damaged session were copied as zeros.
  if (auto damage = trace_->storage_error()) return fail(std::move(*damage));
  metrics_and_diagnostics(i);
  trace_ = nullptr;
  parts_[i].trace.reset();
  return {};
}

Result<std::shared_ptr<const Trace>> Merger::run(const DiagnosticList& diagnostics) {
  std::uint64_t events = 0;
  for (const RunPart& part : parts_) {
    events += part.trace->slice_count() + part.trace->flows().size();
    for (const Track& track : part.trace->tracks()) events += track.counters.size();
  }
  control_.begin(phrase("Merging runs"), events);
  if (auto ok = choose_axis(); !ok) return fail(ok.error());
  number_cores();
  properties();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (auto ok = copy(i); !ok) return fail(ok.error());
  }
  for (const PartFlow& flow : flows_) out_.flow(flow.from, flow.to, out_.intern(flow.kind));
  const auto note = [&](const Diagnostic& d) {
    out_.diagnose(d.code, d.severity, d.example, d.count);
  };
  std::for_each(placements_.diagnostics.begin(), placements_.diagnostics.end(), note);
  std::for_each(diagnostics.begin(), diagnostics.end(), note);
  out_.finish();
  return builder_.finish();
}

}  // namespace

std::optional<MergeAlign> parse_merge_align(std::string_view text) {
  for (const auto align : {MergeAlign::kClock, MergeAlign::kStart, MergeAlign::kCollectives}) {
    if (text == to_string(align)) return align;
  }
  return std::nullopt;
}

std::string_view to_string(MergeAlign align) {
  switch (align) {
    case MergeAlign::kClock: return "clock";
    case MergeAlign::kStart: return "start";
    case MergeAlign::kCollectives: return "collectives";
  }
  return "clock";
}

Result<std::shared_ptr<const Trace>> merge_traces(std::vector<RunPart> parts,
                                                  const MergeOptions& options,
                                                  TaskControl& control) {
  if (parts.empty()) return fail(ErrorCode::kInvalidArgument, tr("there is no run to merge"));
  if (parts.size() == 1) {
    return TraceAssembler::with_diagnostics(std::move(parts.front().trace), options.diagnostics);
  }
  control.begin(phrase("Comparing clocks"), 0);
  Placements placements = place_parts(parts, options.align);
  return Merger(std::move(parts), std::move(placements), options.flows, control)
      .run(options.diagnostics);
}

}  // namespace nscope
