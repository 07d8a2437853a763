#include "importers/chrome_json/own_export.h"

#include "importers/shared/capture_json.h"
#include "importers/shared/printable.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/device_id.h"
#include "profiler/trace/limits.h"

#include <bit>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::int64_t kVersion = 1;

/// The enumerator with this text; the last one if there is none.
template <class Enum>
Enum from_text(std::string_view text, Enum last) {
  for (int i = 0; i < static_cast<int>(last); ++i) {
    if (to_string(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  }
  return last;
}

/// A number, which is a string if JSON has no form for it ("nan", "inf").
double real_of(const Json& json) {
  if (json.is_number()) return json.get<double>();
  double value = std::numeric_limits<double>::quiet_NaN();
  if (json.is_string()) {
    const auto text = json.get<std::string>();
    std::from_chars(text.data(), text.data() + text.size(), value);
  }
  return value;
}

std::optional<PropertyValue> property_of(const Json& json) {
  if (!json.is_array() || json.size() != 3 || !json[0].is_string() || !json[1].is_string()) {
    return std::nullopt;
  }
  const auto type = json[1].get<std::string>();
  if (type == "i" && json[2].is_number_integer()) return json[2].get<std::int64_t>();
  if (type == "r") return real_of(json[2]);
  if (type == "s" && json[2].is_string()) return printable_lines(json[2].get<std::string>());
  return std::nullopt;
}

std::optional<Metric> metric_of(const Json& json) {
  if (!json.is_array() || json.size() != 7) return std::nullopt;
  for (const std::size_t text : {0u, 2u, 3u, 6u}) {
    if (!json[text].is_string()) return std::nullopt;
  }
  const auto optional = [](const Json& value) {
    return value.is_null() ? std::optional<double>() : real_of(value);
  };
  return Metric{
      .name = printable_lines(json[0].get<std::string>()),
      .value = real_of(json[1]),
      .unit = printable_lines(json[2].get<std::string>()),
      .provenance = parse_provenance(json[3].get<std::string>()).value_or(Provenance::kImported),
      .low = optional(json[4]),
      .high = optional(json[5]),
      .note = Text::verbatim(printable_lines(json[6].get<std::string>()))};
}

/// ns * factor + part - shift; nullopt if it is out of range.
std::optional<std::int64_t> ticks(std::int64_t ns, std::int64_t factor, std::int64_t part,
                                  std::int64_t shift) {
  std::int64_t result = 0;
  const bool fits = !__builtin_mul_overflow(ns, factor, &result) &&
                    !__builtin_add_overflow(result, part, &result) &&
                    !__builtin_sub_overflow(result, shift, &result);
  constexpr std::int64_t kFarthest = std::numeric_limits<std::int64_t>::max() / 4;
  if (!fits || result > kFarthest || result < -kFarthest) return std::nullopt;
  return result;
}

}  // namespace

Result<std::unique_ptr<OwnExport>> OwnExport::open(std::string_view other_data, TraceWriter& out) {
  if (other_data.find("\"nscope\"") == std::string_view::npos) return nullptr;
  auto json = parse_capture_json(other_data, "otherData", out);
  if (!json || !json->is_object()) return nullptr;
  const auto nscope = json->find("nscope");
  if (nscope == json->end() || !nscope->is_object()) return nullptr;
  auto own = std::unique_ptr<OwnExport>(new OwnExport(out));
  if (auto ok = own->read(*nscope); !ok) return fail(ok.error());
  own->nscope_ = std::move(*nscope);
  return own;
}

Result<> OwnExport::read(const Json& nscope) {
  StrictObject in(nscope, "otherData.nscope");
  const std::int64_t version = in.integer("version");
  ticks_per_ns_ = in.integer("ticks_per_ns");
  shift_ = in.integer("shift");
  const Json& window = in.array("window");
  const Json& tracks = in.array("tracks");
  for (const char* const list : {"properties", "metrics", "diagnostics"}) (void)in.array(list);
  if (auto ok = in.first_error(); !ok) return ok;
  if (version != kVersion) {
    return fail(
        ErrorCode::kUnsupportedVersion,
        tr("unsupported version {} of a Neuronscope export; supported: {}", version, kVersion),
        "otherData.nscope");
  }
  if (ticks_per_ns_ != 1 && ticks_per_ns_ != 1000)
    in.reject("ticks_per_ns", tr("must be 1 or 1000"));
  if (window.size() != 2 || !window[0].is_number_integer() || !window[1].is_number_integer()) {
    in.reject("window", tr("must be two whole numbers"));
  }
  if (auto ok = in.first_error(); !ok) return ok;
  out_.time_base({.ticks_per_ns = ticks_per_ns_,
                  .window_begin = TraceTime(window[0].get<std::int64_t>()),
                  .window_end = TraceTime(window[1].get<std::int64_t>())});
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (auto ok = read_track(tracks[i], i); !ok) return ok;
  }
  return {};
}

Result<> OwnExport::read_track(const Json& json, std::size_t number) {
  const std::string where = fmt::format("otherData.nscope/tracks/{}", number);
  if (!json.is_object()) return fail(ErrorCode::kBadInput, tr("must be an object"), where);
  StrictObject in(json, where);
  const std::string name = printable_lines(in.string("name"));
  const auto parent = in.optional_integer("parent");
  const std::string unit = printable_lines(in.optional_string("unit").value_or(""));
  const std::string engine = in.optional_string("engine").value_or("");
  const std::int64_t core = in.optional_integer("core").value_or(-1);
  const TrackSpec spec{.name = name,
                       .kind = from_text(in.string("kind"), TrackKind::kOther),
                       .parent = parent ? TrackId(static_cast<std::size_t>(*parent)) : TrackId(),
                       .engine = from_text(engine, Engine::kCc),
                       .slice_kind = from_text(in.string("slice_kind"), SliceKind::kCompile),
                       .layout = in.boolean("nested") ? TrackLayout::kNested : TrackLayout::kFlat,
                       .core = static_cast<std::int32_t>(core),
                       .unit = unit};
  const std::int64_t process = in.integer("pid");
  const std::int64_t lanes = in.optional_integer("lanes").value_or(0);
  const std::int64_t thread = in.optional_integer("tid").value_or(0);
  const auto counter = in.optional_string("counter");
  if (parent && (*parent < 0 || *parent >= static_cast<std::int64_t>(number))) {
    in.reject("parent", tr("must be an earlier track"));
  }
  std::int64_t last = 0;
  if (lanes < 0 || __builtin_add_overflow(thread, lanes - 1, &last)) {
    in.reject("lanes", tr("value out of range"));
  }
  if (core < -1 || core > limits::kHighestCore) {
    in.reject("core", tr("must be between -1 and {}", limits::kHighestCore));
  }
  if (auto ok = in.first_error(); !ok) return ok;
  const TrackId track = out_.track(spec);
  tracks_.push_back(track);
  if (lanes > 0) threads_[thread] = {last, process, track};
  if (counter) counters_[{process, out_.intern(printable_lines(*counter))}] = track;
  return {};
}

TrackId OwnExport::track_of(const BlockView& view, const Event& event) const {
  const ThreadKey& key = view.block().threads[event.thread];
  auto it = threads_.upper_bound(key.thread.value);
  if (it == threads_.begin()) return {};
  --it;
  const Threads& threads = it->second;
  const bool fits = key.thread.value <= threads.last && key.process.value == threads.process;
  return fits ? threads.track : TrackId();
}

void OwnExport::skip(Text why) {
  out_.diagnose("not_of_the_export", Severity::kWarning, std::move(why));
}

void OwnExport::skip_event(const BlockView& view, const Event& event) {
  skip(tr("event '{}' was skipped: it does not match the tracks of the export",
          printable(view.view(event.name))));
}

void OwnExport::translate(BlockView& view, const Event& event, std::size_t index) {
  switch (event.phase) {
    case 'X': return slice(view, event, index);
    case 'C': return counter(view, event, index);
    case 's': return flow(view, event, index);
    case 'f':
    case 'M': return;
    default: return skip_event(view, event);
  }
}

void OwnExport::slice(BlockView& view, const Event& event, std::size_t index) {
  std::int64_t start_part = 0;
  std::int64_t end_part = 0;
  std::int64_t wait = 0;
  for (const EventArg& arg : view.args(event, index)) {
    if (arg.type != EventArg::Type::kInteger) continue;
    const std::string_view key = view.view(arg.key);
    if (!key.starts_with('_')) continue;
    if (key == "_start") start_part = arg.bits;
    if (key == "_end") end_part = arg.bits;
    if (key == "_wait") wait = arg.bits;
  }
  const TrackId track = track_of(view, event);
  std::int64_t end_ns = 0;
  const bool sums = !__builtin_add_overflow(event.start_ns, event.duration_ns, &end_ns);
  const auto start = ticks(event.start_ns, ticks_per_ns_, start_part, shift_);
  const auto end = ticks(end_ns, ticks_per_ns_, end_part, shift_);
  if (!track.valid() || !sums || !start || !end || *end < *start || wait < 0) {
    // Flows refer to slices by their number in the file, which is wrong after a skipped slice.
    complete_ = false;
    return skip_event(view, event);
  }
  ++slices_;
  const SliceId slice = out_.slice(track, view.text(event.name), TraceTime(*start),
                                   TraceTime(*end - *start), TraceTime(wait));
  for (const EventArg& arg : view.args(event, index)) {
    if (view.view(arg.key).starts_with('_')) {
      own_arg(view, slice, arg);
    } else {
      view.put(slice, view.text(arg.key), arg);
    }
  }
}

/// Reads an escaped argument: "__x" is the argument "_x" of the trace, and "_real:x" is a number
/// that JSON cannot contain.
void OwnExport::own_arg(BlockView& view, SliceId slice, const EventArg& arg) {
  constexpr std::string_view kReal = "_real:";
  const std::string_view key = view.view(arg.key);
  const auto original = [](std::string_view escaped) {
    return printable_lines(escaped.starts_with("__") ? escaped.substr(1) : escaped);
  };
  if (key.starts_with("__")) {
    view.put(slice, out_.intern(original(key)), arg);
  } else if (key.starts_with(kReal) && arg.type == EventArg::Type::kText) {
    const std::string_view digits = view.view(static_cast<std::uint32_t>(arg.bits));
    double value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    out_.arg(slice, out_.intern(original(key.substr(kReal.size()))), value);
  }
}

void OwnExport::counter(BlockView& view, const Event& event, std::size_t index) {
  const ThreadKey& key = view.block().threads[event.thread];
  const auto track = counters_.find({key.process.value, view.text(event.name)});
  const auto time = ticks(event.start_ns, ticks_per_ns_, event.start_ps, shift_);
  const auto args = view.args(event, index);
  if (track == counters_.end() || !time || args.size() != 1) {
    return skip_event(view, event);
  }
  const EventArg& arg = args[0];
  double value = std::bit_cast<double>(arg.bits);
  if (arg.type == EventArg::Type::kInteger) value = static_cast<double>(arg.bits);
  if (arg.type == EventArg::Type::kText) {
    const std::string_view digits = view.view(static_cast<std::uint32_t>(arg.bits));
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
  }
  out_.counter(track->second, TraceTime(*time), value);
}

void OwnExport::flow(BlockView& view, const Event& event, std::size_t index) {
  FlowEnds ends{-1, -1, view.text(event.name)};
  for (const EventArg& arg : view.args(event, index)) {
    if (arg.type != EventArg::Type::kInteger) continue;
    if (view.view(arg.key) == "from") ends.from = arg.bits;
    if (view.view(arg.key) == "to") ends.to = arg.bits;
  }
  flows_.push_back(ends);
}

void OwnExport::finish() {
  const auto known = [&](std::int64_t slice) { return complete_ && slice >= 0 && slice < slices_; };
  for (const FlowEnds& ends : flows_) {
    if (known(ends.from) && known(ends.to)) {
      out_.flow(SliceId(static_cast<std::size_t>(ends.from)),
                SliceId(static_cast<std::size_t>(ends.to)), ends.kind);
    } else {
      skip(tr("a flow was skipped: one of its slices is missing"));
    }
  }
  for (const Json& json : nscope_["properties"]) {
    auto value = property_of(json);
    if (!value) {
      skip(tr("a property was skipped: it must be an array of key, type and value"));
      continue;
    }
    std::string key = printable_lines(json[0].get<std::string>());
    use_catalogue_device_id(key, *value);
    out_.property(std::move(key), std::move(*value));
  }
  for (const Json& json : nscope_["metrics"]) {
    auto metric = metric_of(json);
    metric ? out_.metric(std::move(*metric))
           : skip(tr("a metric was skipped: it must be an array of seven valid values"));
  }
  for (const Json& json : nscope_["diagnostics"]) {
    const bool fits = json.is_array() && json.size() == 4 && json[0].is_string() &&
                      json[1].is_string() && json[2].is_number_integer() && json[3].is_string();
    if (!fits) {
      skip(
          tr("a diagnostic was skipped: it must be an array of code, severity, count and example"));
      continue;
    }
    // The trace builder counts these again.
    if (json[0] == kRecountedDiagnostic) continue;
    out_.diagnose(printable_lines(json[0].get<std::string>()),
                  from_text(json[1].get<std::string>(), Severity::kError),
                  Text::verbatim(printable_lines(json[3].get<std::string>())),
                  json[2].get<std::int64_t>());
  }
}

}  // namespace nscope::importers
