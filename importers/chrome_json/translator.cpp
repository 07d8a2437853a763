#include "importers/chrome_json/translator.h"

#include "importers/chrome_json/kineto.h"
#include "importers/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::uint32_t kNoText = LocalStrings::kNone;
constexpr std::size_t kMaxFreeBlocks = 16;

std::uint64_t mix(std::uint64_t h, std::uint64_t word) {
  h = (h ^ word) * 0x9FB21C651E98DF25u;
  return h ^ h >> 29;
}

std::string id_text(const EventBlock& block, const EventId& id) {
  switch (id.kind) {
    case EventId::Kind::kNone: return {};
    case EventId::Kind::kInteger: return std::to_string(id.value);
    case EventId::Kind::kText:
      return std::string(block.strings.view(static_cast<std::uint32_t>(id.value)));
  }
  return {};
}

}  // namespace

// ---- blocks -----------------------------------------------------------------

std::unique_ptr<EventBlock> Translator::new_block() {
  const std::lock_guard lock(free_mutex_);
  if (free_.empty()) return std::make_unique<EventBlock>();
  auto block = std::move(free_.back());
  free_.pop_back();
  return block;
}

void Translator::recycle(std::unique_ptr<EventBlock> block) {
  block->clear();
  const std::lock_guard lock(free_mutex_);
  if (free_.size() < kMaxFreeBlocks) free_.push_back(std::move(block));
}

void Translator::events(std::unique_ptr<EventBlock> block) {
  metadata(*block);
  if (decided_) {
    translate(*block);
    recycle(std::move(block));
    return;
  }
  held_bytes_ += block->memory();
  held_.push_back(std::move(block));
  if (held_bytes_ > kHoldLimit) decide();
}

void Translator::member(std::string_view key, std::string_view value) {
  kineto_ = kineto_ || is_kineto_member(key);
  members_.emplace_back(key, value);
}

void Translator::learn_names(const EventBlock& block) {
  metadata(block);
}

/// Fixes what all events depend on, from those held back, and writes these.
void Translator::decide() {
  decided_ = true;
  std::int64_t first = INT64_MAX;
  for (const auto& block : held_) {
    if (block->has_picoseconds) ticks_per_ns_ = 1000;
    for (const Event& event : block->events) {
      if (event.has_start && event.phase != 'M') first = std::min(first, event.start_ns);
    }
    for (std::uint32_t i = 0; i < block->strings.size() && !kineto_; ++i) {
      kineto_ = is_kineto_category(block->strings.view(i));
    }
  }
  origin_ns_ = first == INT64_MAX ? 0 : first;
  out_.time_base({.ticks_per_ns = ticks_per_ns_});
  for (auto& block : held_) {
    translate(*block);
    recycle(std::move(block));
  }
  held_.clear();
}

// ---- one block --------------------------------------------------------------

void Translator::translate(const EventBlock& block) {
  block_.block = &block;
  block_.texts.assign(block.strings.size(), StringId());
  block_.threads.assign(block.threads.size(), nullptr);
  block_.rows.assign(kineto_ ? block.strings.size() : 0, RowClass::kGeneric);
  block_.row_known.assign(block_.rows.size(), false);
  for (std::size_t i = 0; i < block.events.size(); ++i) {
    ++event_number_;
    translate(block.events[i], i);
  }
  if (block.not_events > 0) {
    out_.diagnose("not_an_event", Severity::kWarning, "elements of the list that are no objects",
                  block.not_events);
  }
  if (block.bad_fields > 0) {
    out_.diagnose("bad_field", Severity::kWarning,
                  fmt::format("fields of a type they cannot have, up to event {}", event_number_),
                  block.bad_fields);
  }
}

void Translator::translate(const Event& event, std::size_t index) {
  switch (event.phase) {
    case 'X': return complete(event, index);
    case 'B': return begin(event, index);
    case 'E': return end(event, index);
    case 'i':
    case 'I':
    case 'R':
    case 'P': return instant(event, index);
    case 'C': return counter(event, index);
    case 's':
    case 't':
    case 'f': return flow(event);
    case 'b':
    case 'n':
    case 'e':
    case 'S':
    case 'T':
    case 'p':
    case 'F':
    case 'N':
    case 'O':
    case 'D': return async(event, index);
    case 'M': return;
    case 'v':
    case 'V':
      return out_.diagnose("memory_dump", Severity::kWarning, "not imported: " + place(event));
    case 'c': return out_.diagnose("clock_sync", Severity::kInfo, "not used: " + place(event));
    case '(':
    case ')':
    case '=':
      return out_.diagnose("context_event", Severity::kInfo, "not imported: " + place(event));
    default:
      return out_.diagnose(
          "unknown_phase", Severity::kWarning,
          fmt::format("phase '{}': {}", printable({&event.phase, 1}), place(event)));
  }
}

std::string Translator::place(const Event& event) const {
  return fmt::format("event {} '{}'", event_number_,
                     event.name == kNoText ? "" : printable(view(event.name)));
}

std::string_view Translator::view(std::uint32_t local) const {
  return local == kNoText ? std::string_view() : block_.block->strings.view(local);
}

StringId Translator::text(std::uint32_t local) {
  if (local == kNoText) return out_.intern("");
  StringId& id = block_.texts[local];
  if (!id.valid()) id = out_.intern(printable(view(local)));
  return id;
}

Thread& Translator::thread(const Event& event) {
  Thread*& known = block_.threads[event.thread];
  if (known == nullptr) {
    const ThreadKey& key = block_.block->threads[event.thread];
    known =
        &tracks_.thread(id_text(*block_.block, key.process), id_text(*block_.block, key.thread));
  }
  return *known;
}

TrackId Translator::row(const Event& event, Thread& on) {
  if (!kineto_) return tracks_.row(on, RowClass::kGeneric);
  if (event.category == kNoText) return tracks_.row(on, RowClass::kHost);
  const std::string_view category = view(event.category);
  RowClass& known = block_.rows[event.category];
  if (!block_.row_known[event.category]) {
    known = kineto_row(category, "");
    block_.row_known[event.category] = true;
  }
  // Of kernels the name decides.
  return tracks_.row(on,
                     known == RowClass::kKernel ? kineto_row(category, view(event.name)) : known);
}

bool Translator::time_of(const Event& event, std::int64_t& ticks) {
  if (!event.has_start) {
    out_.diagnose("event_without_time", Severity::kWarning, "left out: " + place(event));
    return false;
  }
  bool fits = !__builtin_sub_overflow(event.start_ns, origin_ns_, &ticks);
  if (ticks_per_ns_ == 1) {
    if (event.start_ps != 0) {
      out_.diagnose("time_rounded", Severity::kWarning,
                    "finer than the nanoseconds of the events before: " + place(event));
      ticks += event.start_ps >= 500 ? 1 : 0;
    }
  } else {
    fits = fits && !__builtin_mul_overflow(ticks, ticks_per_ns_, &ticks);
    fits = fits && !__builtin_add_overflow(ticks, std::int64_t{event.start_ps}, &ticks);
  }
  constexpr std::int64_t kFarthest = std::numeric_limits<std::int64_t>::max() / 4;
  if (!fits || ticks > kFarthest || ticks < -kFarthest) {
    out_.diagnose("time_out_of_range", Severity::kWarning, "left out: " + place(event));
    return false;
  }
  first_tick_ = std::min(first_tick_, ticks);
  last_tick_ = std::max(last_tick_, ticks);
  return true;
}

std::int64_t Translator::duration_of(const Event& event) {
  if (!event.has_duration) {
    out_.diagnose("complete_without_duration", Severity::kWarning,
                  "given no length: " + place(event));
    return 0;
  }
  if (event.duration_ns < 0) {
    out_.diagnose("negative_duration", Severity::kWarning, "set to 0: " + place(event));
    return 0;
  }
  constexpr std::int64_t kLongest = std::numeric_limits<std::int64_t>::max() / 4;
  if (ticks_per_ns_ == 1) {
    return std::min(kLongest, event.duration_ns + (event.duration_ps >= 500 ? 1 : 0));
  }
  return event.duration_ns > kLongest / ticks_per_ns_
             ? kLongest
             : event.duration_ns * ticks_per_ns_ + event.duration_ps;
}

std::uint64_t Translator::id_hash(const EventId& id) {
  const bool is_text = id.kind == EventId::Kind::kText;
  const std::uint64_t value = is_text ? text(static_cast<std::uint32_t>(id.value)).index()
                                      : static_cast<std::uint64_t>(id.value);
  return mix(mix(0x51ED270B7F2C4A11u, static_cast<std::uint64_t>(id.kind)), value);
}

ArgValue Translator::value_of(const EventArg& arg) {
  switch (arg.type) {
    case EventArg::Type::kInteger: return arg.bits;
    case EventArg::Type::kReal: return std::bit_cast<double>(arg.bits);
    case EventArg::Type::kText: break;
  }
  return text(static_cast<std::uint32_t>(arg.bits));
}

void Translator::put_args(const Event& event, std::size_t index, SliceId slice) {
  const auto& args = block_.block->args;
  const std::size_t end = block_.block->args_end(index);
  for (std::size_t i = event.args_begin; i < end; ++i) {
    const EventArg& arg = args[i];
    const StringId key = text(arg.key);
    switch (arg.type) {
      case EventArg::Type::kInteger: out_.arg(slice, key, arg.bits); break;
      case EventArg::Type::kReal: out_.arg(slice, key, std::bit_cast<double>(arg.bits)); break;
      case EventArg::Type::kText: out_.arg(slice, key, text(static_cast<std::uint32_t>(arg.bits)));
    }
  }
}

void Translator::put_category(const Event& event, SliceId slice) {
  if (event.category != kNoText) out_.arg(slice, out_.intern("cat"), text(event.category));
}

// ---- slices -----------------------------------------------------------------

void Translator::complete(const Event& event, std::size_t index) {
  std::int64_t start = 0;
  if (!time_of(event, start)) return;
  Thread& on = thread(event);
  const std::int64_t duration = duration_of(event);
  const SliceId slice =
      out_.slice(row(event, on), text(event.name), TraceTime(start), TraceTime(duration));
  last_tick_ = std::max(last_tick_, start + duration);
  put_category(event, slice);
  put_args(event, index, slice);
  flows_.slice(on.number, start, start + duration, slice);
  slice_flows(event, start, slice);
}

void Translator::begin(const Event& event, std::size_t index) {
  std::int64_t start = 0;
  if (!time_of(event, start)) return;
  Thread& on = thread(event);
  const StringId name = text(event.name);
  const SliceId slice = out_.open_slice(row(event, on), name, TraceTime(start));
  put_category(event, slice);
  put_args(event, index, slice);
  open_[on.number].push_back({slice, name, start});
  slice_flows(event, start, slice);
}

void Translator::end(const Event& event, std::size_t index) {
  std::int64_t time = 0;
  if (!time_of(event, time)) return;
  Thread& on = thread(event);
  auto& open = open_[on.number];
  if (open.empty()) {
    return out_.diagnose("end_without_begin", Severity::kWarning, "left out: " + place(event));
  }
  // The innermost of the same name; those inside it have lost their own end.
  auto match = open.end() - 1;
  if (event.name != kNoText) {
    const StringId name = text(event.name);
    const auto same = std::find_if(open.rbegin(), open.rend(),
                                   [&](const OpenSlice& slice) { return slice.name == name; });
    if (same != open.rend()) match = same.base() - 1;
  }
  if (match != open.end() - 1) {
    out_.diagnose("begin_without_end", Severity::kWarning,
                  "closed with the slice around it, by " + place(event), open.end() - 1 - match);
  }
  put_args(event, index, match->id);
  for (auto it = match; it != open.end(); ++it) {
    out_.close_slice(it->id, TraceTime(time));
    flows_.slice(on.number, it->start, time, it->id);
  }
  open.erase(match, open.end());
}

void Translator::instant(const Event& event, std::size_t index) {
  std::int64_t time = 0;
  if (!time_of(event, time)) return;
  Thread& on = thread(event);
  const SliceId slice = out_.slice(row(event, on), text(event.name), TraceTime(time), TraceTime(0));
  put_category(event, slice);
  const std::uint32_t scope = block_.block->extras[event.extra].scope;
  if (scope != kNoText && view(scope) != "t") out_.arg(slice, out_.intern("scope"), text(scope));
  put_args(event, index, slice);
  flows_.slice(on.number, time, time, slice);
}

// ---- counters and asynchronous events ----------------------------------------

void Translator::counter(const Event& event, std::size_t index) {
  std::int64_t time = 0;
  if (!time_of(event, time)) return;
  Process& process = *thread(event).process;
  const EventBlock& block = *block_.block;
  const EventExtra& extra = block.extras[event.extra];
  const std::size_t end = block.args_end(index);
  if (event.args_begin == end) {
    return out_.diagnose("counter_without_value", Severity::kWarning, place(event));
  }
  for (std::size_t i = event.args_begin; i < end; ++i) {
    const EventArg& arg = block.args[i];
    double value = 0;
    if (arg.type == EventArg::Type::kInteger) {
      value = static_cast<double>(arg.bits);
    } else if (arg.type == EventArg::Type::kReal) {
      value = std::bit_cast<double>(arg.bits);
    } else {
      const std::string_view digits = view(static_cast<std::uint32_t>(arg.bits));
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
      if (digits.empty() || read.ec != std::errc()) {
        out_.diagnose("counter_not_a_number", Severity::kWarning, place(event));
        continue;
      }
    }
    const StringId series = text(arg.key);
    TrackId& track = counters_[{&process, text(event.name), series, id_hash(extra.id)}];
    if (!track.valid()) {
      std::string name = printable(view(event.name));
      if (extra.id.kind != EventId::Kind::kNone) name += " [" + id_text(block, extra.id) + "]";
      if (view(arg.key) != "value") name += " " + printable(view(arg.key));
      track = tracks_.counter(process, name);
    }
    out_.counter(track, TraceTime(time), value);
  }
}

void Translator::async(const Event& event, std::size_t index) {
  std::int64_t time = 0;
  if (!time_of(event, time)) return;
  const EventBlock& block = *block_.block;
  const EventExtra& extra = block.extras[event.extra];
  Process& process = *thread(event).process;
  std::uint64_t span = mix(id_hash(extra.id), text(event.category).index());
  if (extra.scope != kNoText) span = mix(span, text(extra.scope).index());
  for (const char c : process.label) span = mix(span, static_cast<unsigned char>(c));
  constexpr std::string_view kBegins = "bSN";
  constexpr std::string_view kEnds = "eFD";
  const auto step = kBegins.find(event.phase) != std::string_view::npos ? AsyncSpans::Step::kBegin
                    : kEnds.find(event.phase) != std::string_view::npos
                        ? AsyncSpans::Step::kEnd
                        : AsyncSpans::Step::kInstant;
  async_.add(span, step, time, process, text(event.name), printable(view(event.name)));
  if (event.category != kNoText && step != AsyncSpans::Step::kEnd) {
    async_.arg(out_.intern("cat"), text(event.category));
  }
  for (std::size_t i = event.args_begin; i < block.args_end(index); ++i) {
    async_.arg(text(block.args[i].key), value_of(block.args[i]));
  }
}

// ---- flows ------------------------------------------------------------------

void Translator::flow(const Event& event) {
  std::int64_t time = 0;
  if (!time_of(event, time)) return;
  const EventExtra& extra = block_.block->extras[event.extra];
  if (extra.id.kind == EventId::Kind::kNone && extra.bind_id.kind == EventId::Kind::kNone) {
    return out_.diagnose("flow_without_id", Severity::kWarning, "left out: " + place(event));
  }
  const StringId name = text(event.name);
  const bool has_id = extra.id.kind != EventId::Kind::kNone;
  const std::uint64_t key = mix(
      mix(id_hash(has_id ? extra.id : extra.bind_id), text(event.category).index()), name.index());
  const auto step = event.phase == 's'   ? FlowBinder::Step::kStart
                    : event.phase == 't' ? FlowBinder::Step::kStep
                                         : FlowBinder::Step::kEnd;
  const bool next = event.phase == 'f' && !extra.bind_enclosing;
  flows_.point(key, step, thread(event).number, time,
               next ? FlowBinder::Bind::kNext : FlowBinder::Bind::kEnclosing,
               event.name != kNoText ? name : text(event.category));
}

/// Arrows of the second version: a slice names them itself.
void Translator::slice_flows(const Event& event, std::int64_t start, SliceId slice) {
  const EventExtra& extra = block_.block->extras[event.extra];
  if (extra.bind_id.kind == EventId::Kind::kNone || (!extra.flow_in && !extra.flow_out)) return;
  const auto step = !extra.flow_in    ? FlowBinder::Step::kStart
                    : !extra.flow_out ? FlowBinder::Step::kEnd
                                      : FlowBinder::Step::kStep;
  const StringId kind = event.category != kNoText ? text(event.category) : out_.intern("flow");
  flows_.point_at(mix(id_hash(extra.bind_id), 1), step, start, slice, kind);
}

// ---- facts about the run ------------------------------------------------------

void Translator::metadata(const EventBlock& block) {
  for (const std::uint32_t index : block.metadata) metadata(block, block.events[index], index);
}

void Translator::metadata(const EventBlock& block, const Event& event, std::size_t index) {
  if (event.name == kNoText) return;
  const std::string_view what = block.strings.view(event.name);
  const ThreadKey& key = block.threads[event.thread];
  const std::string pid = id_text(block, key.process);
  const std::string tid = id_text(block, key.thread);
  for (std::size_t i = event.args_begin; i < block.args_end(index); ++i) {
    const EventArg& arg = block.args[i];
    std::string value;
    if (arg.type == EventArg::Type::kText) {
      value = printable(block.strings.view(static_cast<std::uint32_t>(arg.bits)));
    } else if (arg.type == EventArg::Type::kInteger) {
      value = std::to_string(arg.bits);
    } else {
      value = fmt::format("{}", std::bit_cast<double>(arg.bits));
    }
    if (what == "process_name") {
      tracks_.set_process_name(tracks_.process(pid), value);
    } else if (what == "process_labels") {
      tracks_.set_process_labels(tracks_.process(pid), value);
    } else if (what == "process_sort_index" && arg.type == EventArg::Type::kInteger) {
      tracks_.set_process_order(tracks_.process(pid), arg.bits);
    } else if (what == "thread_name") {
      tracks_.set_thread_name(tracks_.thread(pid, tid), value);
    } else if (what == "thread_sort_index" && arg.type == EventArg::Type::kInteger) {
      tracks_.set_thread_order(tracks_.thread(pid, tid), arg.bits);
    } else if (other_metadata_ < 1000) {
      ++other_metadata_;
      out_.property(fmt::format("metadata.{}.{}.{}", printable(pid), printable(what),
                                printable(block.strings.view(arg.key))),
                    value);
    } else {
      out_.diagnose("metadata_left_out", Severity::kWarning, printable(what));
    }
  }
}

/// Which clock tick 0 is on. Kineto counts from a base that it states, or from
/// 1970; of others only the number is known.
void Translator::put_clock() {
  std::int64_t base = 0;
  for (const auto& [key, value] : members_) {
    if (key == "baseTimeNanoseconds") {
      std::from_chars(value.data(), value.data() + value.size(), base);
    }
  }
  std::int64_t origin = 0;
  if (__builtin_add_overflow(base, origin_ns_, &origin)) return;
  out_.property(std::string(property::kClockOrigin), origin);
  constexpr std::int64_t kYear2001 = 978'307'200'000'000'000;
  if (kineto_ && origin > kYear2001) {
    out_.property(std::string(property::kClock), std::string("unix"));
  }
}

void Translator::finish(std::string_view file_name) {
  out_.property(std::string(property::kSourceFormat),
                std::string(kineto_ ? "kineto json" : "chrome json"));
  out_.property(std::string(property::kSourceFile), std::string(file_name));
  out_.property(std::string(property::kProvenance), std::string("measured"));
  if (!decided_) decide();
  for (const auto& [thread, open] : open_) {
    for (const OpenSlice& slice : open) {
      flows_.slice(thread, slice.start, std::numeric_limits<std::int64_t>::max(), slice.id);
    }
  }
  flows_.finish();
  async_.finish();
  put_clock();
  for (const auto& [key, value] : members_) put_member(key, value, out_);
  if (first_tick_ <= last_tick_) {
    out_.time_base({.ticks_per_ns = ticks_per_ns_,
                    .window_begin = TraceTime(first_tick_),
                    .window_end = TraceTime(last_tick_)});
  }
}

}  // namespace nscope::importers
