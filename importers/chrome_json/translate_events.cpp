#include "importers/chrome_json/kineto.h"
#include "importers/chrome_json/translator.h"
#include "importers/shared/gpu_names.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <functional>
#include <optional>

#include <fmt/format.h>

// The translation of each kind of event.
namespace nscope::importers {
namespace {

constexpr std::uint32_t kNoText = BlockView::kNoText;

}  // namespace

/// Traces of several ranks are merged without a change of the ids. 0 if there are no ranks.
std::uint64_t Translator::rank_hash(const Thread& thread) const {
  const std::string_view rank = kineto_ ? rank_of(thread.process->label) : std::string_view();
  return rank.empty() ? 0 : std::hash<std::string_view>{}(rank);
}

void Translator::put_args(const Event& event, std::size_t index, SliceId slice) {
  for (const EventArg& arg : view_.args(event, index)) view_.put(slice, view_.text(arg.key), arg);
}

void Translator::put_category(const Event& event, SliceId slice) {
  if (event.category == kNoText) return;
  if (!category_key_.valid()) category_key_ = out_.intern("cat");
  out_.arg(slice, category_key_, view_.text(event.category));
}

void Translator::complete(const Event& event, std::size_t index) {
  std::int64_t start = 0;
  if (!time_of(event, start)) return;
  Thread& on = thread(event);
  const std::int64_t duration = duration_of(event);
  const SliceId slice =
      out_.slice(track(event, on), view_.text(event.name), TraceTime(start), TraceTime(duration));
  last_tick_ = std::max(last_tick_, start + duration);
  put_category(event, slice);
  put_args(event, index, slice);
  flows_.slice(on.number, start, start + duration, slice);
  if (event.extra != 0) slice_flows(event, start, slice);
  if (!external_keys_.empty()) note_external_id(event, index, start, slice);
  if (correlation_id_key_ != kNoText || correlation_key_ != kNoText) {
    note_correlation(event, index, slice);
  }
}

/// Notes the number that connects a call and its work.
void Translator::note_correlation(const Event& event, std::size_t index, SliceId slice) {
  const bool xla = correlation_id_key_ != kNoText;
  bool is_work = false;
  bool is_call = xla;
  if (xla) {
    is_work = lines_.is_device(thread(event));
  } else {
    if (event.category == kNoText) return;
    const KnownTrack& known = block_tracks_[event.category];
    is_work = known.track == TrackClass::kKernel || known.track == TrackClass::kCopy;
    is_call = known.call;
  }
  if (!is_work && !is_call) return;
  const std::uint32_t key = xla ? correlation_id_key_ : correlation_key_;
  for (const EventArg& arg : view_.args(event, index)) {
    if (arg.key != key) continue;
    const std::string digits = view_.value_text(arg);
    std::int64_t number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || number == 0) return;
    const std::uint64_t rank = rank_hash(thread(event));
    if (is_work) {
      launched_.push_back({rank, number, slice});
    } else {
      (void)calls_.add(rank, number, slice);
    }
    return;
  }
}

/// Notes the external id of a call or of work on a device that has no correlation number.
void Translator::note_external_id(const Event& event, std::size_t index, std::int64_t start,
                                  SliceId slice) {
  if (event.category == kNoText) return;
  const std::string_view category = view_.view(event.category);
  const TrackClass work = kineto_track(category, "");
  const bool is_work = work == TrackClass::kKernel || work == TrackClass::kCopy;
  if (!is_work && !is_runtime_category(category)) return;
  std::optional<std::int64_t> id;
  for (const EventArg& arg : view_.args(event, index)) {
    if (arg.type != EventArg::Type::kInteger || arg.bits == 0) continue;
    if (arg.key == correlation_key_) return;
    const bool external =
        std::find(external_keys_.begin(), external_keys_.end(), arg.key) != external_keys_.end();
    if (external) id = arg.bits;
  }
  if (!id) return;
  if (is_work) {
    external_ids_.work(
        *id, start,
        work == TrackClass::kCopy ? ExternalIds::Work::kCopy : ExternalIds::Work::kKernel, slice);
  } else {
    external_ids_.call(*id, start, view_.view(event.name), slice);
  }
}

void Translator::begin(const Event& event, std::size_t index) {
  std::int64_t start = 0;
  if (!time_of(event, start)) return;
  Thread& on = thread(event);
  const StringId name = view_.text(event.name);
  const SliceId slice = out_.open_slice(track(event, on), name, TraceTime(start));
  put_category(event, slice);
  put_args(event, index, slice);
  pairs_.begin(on.number, start, name, slice, event_number_);
  slice_flows(event, start, slice);
}

void Translator::end(const Event& event, std::size_t index) {
  std::int64_t time = 0;
  if (!time_of(event, time)) return;
  const bool named = event.name != kNoText && !view_.view(event.name).empty();
  pairs_.end(thread(event).number, time, named ? view_.text(event.name) : StringId(),
             event_number_);
  for (const EventArg& arg : view_.args(event, index)) {
    pairs_.arg(view_.text(arg.key), view_.value(arg));
  }
}

/// Reads a part of a CPU profile of V8. False if the event is none.
bool Translator::profile(const Event& event, std::size_t index) {
  if (event.name == kNoText || !SampledStacks::is_profile_event(view_.view(event.name))) {
    return false;
  }
  Thread& on = thread(event);
  const std::uint64_t id = mix_hash(view_.id_hash(view_.extra(event).id), on.process->number);
  bool any = false;
  for (const EventArg& arg : view_.args(event, index)) {
    any |= stacks_.profile_part(id, on, view_.view(arg.key), view_.value_text(arg));
  }
  return any;
}

void Translator::instant(const Event& event, std::size_t index) {
  if (profile(event, index)) return;
  std::int64_t time = 0;
  if (!time_of(event, time)) return;
  Thread& on = thread(event);
  for (const EventArg& arg : view_.args(event, index)) {
    if (event.phase != 'P' || !arg.of_event || view_.view(arg.key) != "sf") continue;
    stacks_.sample(on, {event.start_ns, event.start_ps}, view_.value_text(arg));
  }
  const SliceId slice =
      out_.slice(track(event, on), view_.text(event.name), TraceTime(time), TraceTime(0));
  put_category(event, slice);
  const std::uint32_t scope = view_.extra(event).scope;
  if (scope != kNoText && view_.view(scope) != "t") {
    out_.arg(slice, out_.intern("scope"), view_.text(scope));
  }
  put_args(event, index, slice);
  flows_.slice(on.number, time, time, slice);
}

bool Translator::counter_value(const Event& event, const EventArg& arg, double& value) {
  if (arg.type == EventArg::Type::kInteger) {
    value = static_cast<double>(arg.bits);
  } else if (arg.type == EventArg::Type::kReal) {
    value = std::bit_cast<double>(arg.bits);
  } else {
    const std::string_view digits = view_.view(static_cast<std::uint32_t>(arg.bits));
    const char* const last = digits.data() + digits.size();
    const auto read =
        std::from_chars(digits.data() + (digits.starts_with('+') ? 1 : 0), last, value);
    if (read.ec != std::errc() || read.ptr != last) {
      count("counter_not_a_number", phrase("a value was skipped: it is not a number"), event);
      return false;
    }
  }
  return true;
}

void Translator::counter(const Event& event, std::size_t index) {
  std::int64_t time = 0;
  if (!time_of(event, time)) return;
  Process& process = *thread(event).process;
  const EventExtra& extra = view_.extra(event);
  bool has_series = false;
  for (const EventArg& arg : view_.args(event, index)) {
    if (arg.of_event) continue;  // such as the thread clock "tts"
    has_series = true;
    double value = 0;
    if (!counter_value(event, arg, value)) continue;
    TrackId& track =
        counters_[{&process, view_.text(event.name), view_.text(arg.key), view_.id_hash(extra.id)}];
    if (!track.valid()) {
      std::string name(view_.view(event.name));
      if (extra.id.kind != EventId::Kind::kNone) name += " [" + view_.spelled_id(extra.id) + "]";
      if (view_.view(arg.key) != "value") name += " " + std::string(view_.view(arg.key));
      track = tracks_.counter(process, printable(name));
    }
    out_.counter(track, TraceTime(time), value);
  }
  if (!has_series) {
    count("counter_without_value", phrase("the counter was skipped: it has no value"), event);
  }
}

void Translator::async(const Event& event, std::size_t index) {
  if (profile(event, index)) return;
  std::int64_t time = 0;
  if (!time_of(event, time)) return;
  const EventExtra& extra = view_.extra(event);
  Process& process = *thread(event).process;
  std::uint64_t span = mix_hash(view_.id_hash(extra.id), view_.text(event.category).index());
  if (extra.scope != kNoText) span = mix_hash(span, view_.text(extra.scope).index());
  if (!extra.global_id) span = mix_hash(span, process.number);
  constexpr std::string_view kBegins = "bSN";
  constexpr std::string_view kEnds = "eFD";
  const auto step = kBegins.find(event.phase) != std::string_view::npos ? AsyncSpans::Step::kBegin
                    : kEnds.find(event.phase) != std::string_view::npos
                        ? AsyncSpans::Step::kEnd
                        : AsyncSpans::Step::kInstant;
  async_.add(span, step, time, process.number, view_.text(event.name),
             printable(view_.view(event.name)));
  if (event.category != kNoText && step != AsyncSpans::Step::kEnd) {
    async_.arg(out_.intern("cat"), view_.text(event.category));
  }
  for (const EventArg& arg : view_.args(event, index)) {
    async_.arg(view_.text(arg.key), view_.value(arg));
  }
}

void Translator::flow(const Event& event) {
  std::int64_t time = 0;
  if (!time_of(event, time)) return;
  const EventExtra& extra = view_.extra(event);
  const bool has_id = extra.id.kind != EventId::Kind::kNone;
  if (!has_id && extra.bind_id.kind == EventId::Kind::kNone) {
    return count("flow_without_id", phrase("the flow was skipped: it has no id"), event);
  }
  const StringId name = view_.text(event.name);
  const std::uint64_t id = view_.id_hash(has_id ? extra.id : extra.bind_id);
  const StringId category = view_.text(event.category);
  // PyTorch before 1.8 ends a flow with the name of the kernel instead of the operator.
  const bool named = !view_.view(event.category).starts_with("cpu_to_");
  std::uint64_t key = mix_hash(mix_hash(id, category.index()), named ? name.index() : 0);
  const std::uint64_t rank = rank_hash(thread(event));
  if (rank != 0) key = mix_hash(key, rank);
  const auto step = event.phase == 's'   ? FlowBinder::Step::kStart
                    : event.phase == 't' ? FlowBinder::Step::kStep
                                         : FlowBinder::Step::kEnd;
  const bool next = event.phase == 'f' && !extra.bind_enclosing;
  if (kineto_ && view_.view(event.category) == gpu::kLaunchFlow) {
    has_launch_flows_ = true;
    if (event.phase == 's' && extra.id.kind == EventId::Kind::kInteger) {
      started_.push_back(mix_hash(rank, static_cast<std::uint64_t>(extra.id.value)));
    }
  }
  flows_.point(key, step, thread(event).number, time,
               next ? FlowBinder::Bind::kNext : FlowBinder::Bind::kEnclosing,
               event.name != kNoText ? name : view_.text(event.category));
}

/// Flows of version 2: the ids are fields of the slice.
void Translator::slice_flows(const Event& event, std::int64_t start, SliceId slice) {
  const EventExtra& extra = view_.extra(event);
  if (extra.bind_id.kind == EventId::Kind::kNone || (!extra.flow_in && !extra.flow_out)) return;
  const auto step = !extra.flow_in    ? FlowBinder::Step::kStart
                    : !extra.flow_out ? FlowBinder::Step::kEnd
                                      : FlowBinder::Step::kStep;
  const StringId kind =
      event.category != kNoText ? view_.text(event.category) : out_.intern("flow");
  flows_.point_at(mix_hash(view_.id_hash(extra.bind_id), 1), step, start, slice, kind);
}

}  // namespace nscope::importers
