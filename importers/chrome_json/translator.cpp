#include "importers/chrome_json/translator.h"

#include "importers/chrome_json/kineto.h"
#include "importers/shared/gpu_names.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kMaxFreeBlocks = 16;
constexpr int kMaxOtherMetadata = 1000;
constexpr std::int64_t kFarthest = std::numeric_limits<std::int64_t>::max() / 4;

}  // namespace

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

/// Determines the names, time unit and clock from the blocks held back, and writes these blocks.
void Translator::decide() {
  decided_ = true;
  for (const auto& [key, value] : members_) {
    if (key != "otherData" || own_ != nullptr) continue;
    auto own = OwnExport::open(value, out_);
    if (own) {
      own_ = std::move(*own);
    } else {
      own_error_ = own.error();
    }
  }
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const auto& block : held_) {
    if (block->has_picoseconds) ticks_per_ns_ = 1000;
    for (const Event& event : block->events) {
      if (event.has_start && event.phase != 'M') first = std::min(first, event.start_ns);
    }
    for (std::uint32_t i = 0; i < block->strings.size() && !kineto_; ++i) {
      kineto_ = is_kineto_category(block->strings.view(i));
    }
  }
  origin_ns_ = first == std::numeric_limits<std::int64_t>::max() ? 0 : first;
  if (own_ == nullptr) out_.time_base({.ticks_per_ns = ticks_per_ns_});
  for (auto& block : held_) {
    translate(*block);
    recycle(std::move(block));
  }
  held_.clear();
}

void Translator::translate(const EventBlock& block) {
  view_.open(block);
  block_threads_.assign(block.threads.size(), nullptr);
  block_tracks_.assign(kineto_ ? block.strings.size() : 0, {});
  external_keys_.clear();
  correlation_key_ = BlockView::kNoText;
  correlation_id_key_ = BlockView::kNoText;
  for (std::uint32_t i = 0; i < block.strings.size(); ++i) {
    const std::string_view text = block.strings.view(i);
    if (text == "correlation_id") correlation_id_key_ = i;
    if (!kineto_) continue;
    if (is_external_id_key(text)) external_keys_.push_back(i);
    if (text == "correlation") correlation_key_ = i;
  }
  for (std::size_t i = 0; i < block.events.size(); ++i) {
    ++event_number_;
    if (own_ != nullptr) {
      own_->translate(view_, block.events[i], i);
    } else {
      translate(block.events[i], i);
    }
  }
  if (block.not_events > 0) {
    out_.diagnose("not_an_event", Severity::kWarning,
                  tr("an element of the list of events was skipped: it must be an object"),
                  block.not_events);
  }
  if (block.bad_fields > 0) {
    out_.diagnose(
        "bad_field", Severity::kWarning,
        tr("a field before the end of event {} was skipped: it has the wrong type or is out of "
           "range (times are in microseconds)",
           event_number_),
        block.bad_fields);
  }
}

void Translator::translate(const Event& event, std::size_t index) {
  // Programs that write a comma after each event end the list with an empty object.
  const bool empty = event.phase == 0 && !event.has_start && !event.has_duration &&
                     event.name == LocalStrings::kNone && event.category == LocalStrings::kNone &&
                     event.extra == 0 && view_.args(event, index).empty();
  if (empty) return;
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
    case 'V': return count("memory_dump", phrase("memory dumps are not imported"), event);
    case 'c':
      return count("clock_sync", phrase("clock synchronisation events are not used"), event);
    case '(':
    case ')':
    case '=': return count("context_event", phrase("context events are not imported"), event);
    default:
      return count("unknown_phase", phrase("the event was skipped: its phase is unknown"), event);
  }
}

void Translator::count(std::string_view code, Phrase problem, const Event& event) {
  // Only the first example of a code is kept, so the text of later ones is not made.
  const bool first = counted_.insert(code).second;
  out_.diagnose(code, Severity::kWarning, first ? tr("{}: {}", place(event), problem) : Text());
}

Text Translator::place(const Event& event) const {
  return tr("event {} '{}' (phase '{}')", event_number_, printable(view_.view(event.name)),
            printable({&event.phase, 1}));
}

Thread& Translator::thread(const Event& event) {
  Thread*& known = block_threads_[event.thread];
  if (known == nullptr) {
    const ThreadKey& key = view_.block().threads[event.thread];
    known = &tracks_.thread(view_.id_text(key.process), view_.id_text(key.thread));
  }
  return *known;
}

TrackId Translator::track(const Event& event, Thread& on) {
  if (!kineto_ || event.category == BlockView::kNoText) {
    const TrackClass by_names = lines_.track_of(on, view_.view(event.name));
    const bool host = kineto_ && by_names == TrackClass::kGeneric;
    return tracks_.track(on, host ? TrackClass::kHost : by_names);
  }
  const std::string_view category = view_.view(event.category);
  KnownTrack& known = block_tracks_[event.category];
  if (!known.known) known = {true, kineto_track(category, ""), is_runtime_category(category)};
  const bool by_name = known.track == TrackClass::kKernel;
  if (!by_name) return tracks_.track(on, known.track);
  return tracks_.track(on, kineto_track(category, view_.view(event.name)));
}

bool Translator::time_of(const Event& event, std::int64_t& ticks) {
  if (!event.has_start) {
    count("event_without_time", phrase("the event was skipped: it has no usable time stamp"),
          event);
    return false;
  }
  const DecimalTime time{event.start_ns, event.start_ps};
  if (ticks_per_ns_ == 1 && time.ps != 0) {
    count("time_rounded",
          phrase("the time was rounded to nanoseconds, the unit of the earlier events"), event);
  }
  if (!to_ticks(time, ticks)) {
    count("time_out_of_range", phrase("the event was skipped: its time is out of range"), event);
    return false;
  }
  first_tick_ = std::min(first_tick_, ticks);
  last_tick_ = std::max(last_tick_, ticks);
  return true;
}

bool Translator::to_ticks(DecimalTime time, std::int64_t& ticks) const {
  bool fits = !__builtin_sub_overflow(time.ns, origin_ns_, &ticks);
  if (ticks_per_ns_ == 1) {
    if (fits && time.ps >= 500) ++ticks;
  } else {
    fits = fits && !__builtin_mul_overflow(ticks, ticks_per_ns_, &ticks);
    fits = fits && !__builtin_add_overflow(ticks, std::int64_t{time.ps}, &ticks);
  }
  return fits && ticks <= kFarthest && ticks >= -kFarthest;
}

std::int64_t Translator::duration_of(const Event& event) {
  if (!event.has_duration) {
    count("complete_without_duration", phrase("the duration is missing; 0 was assumed"), event);
    return 0;
  }
  if (event.duration_ns < 0) {
    count("negative_duration", phrase("the negative duration was set to 0"), event);
    return 0;
  }
  if (ticks_per_ns_ == 1) {
    return std::min(kFarthest, event.duration_ns + (event.duration_ps >= 500 ? 1 : 0));
  }
  return event.duration_ns > kFarthest / ticks_per_ns_
             ? kFarthest
             : event.duration_ns * ticks_per_ns_ + event.duration_ps;
}

Result<> Translator::finish(std::string_view file_name) {
  if (!decided_) decide();
  if (own_error_) return fail(*own_error_);
  if (own_ != nullptr) {
    own_->finish();
    return {};
  }
  pairs_.finish();
  flows_.finish(kineto_);
  async_.finish();
  if (!has_launch_flows_) external_ids_.finish();
  connect_launches();
  write_samples();
  write_properties(file_name);
  return {};
}

/// Connects calls and work of devices by their numbers where the file has no flow: XLA's profiler
/// writes none, and PyTorch none from the launch of a graph on ROCm.
void Translator::connect_launches() {
  if (launched_.empty()) return;
  calls_.sort();
  std::sort(started_.begin(), started_.end());
  const StringId kind = out_.intern(gpu::kLaunchFlow);
  std::int64_t connected = 0;
  for (const auto& [rank, number, slice] : launched_) {
    const std::uint64_t hash = mix_hash(rank, static_cast<std::uint64_t>(number));
    if (std::binary_search(started_.begin(), started_.end(), hash)) continue;
    const SliceId call = calls_.find(rank, number);
    if (!call.valid()) continue;
    out_.flow(call, slice, kind);
    ++connected;
  }
  if (kineto_ && connected > 0) {
    out_.diagnose("launch_by_correlation", Severity::kInfo,
                  tr("work of a device was connected with its host call by the correlation number: "
                     "the trace has no flow between them"),
                  connected);
  }
  launched_ = {};
  started_ = {};
}

void Translator::write_samples() {
  for (auto& [key, value] : members_) {
    if (!SampledStacks::is_member(key)) continue;
    stacks_.member(key, value);
    value = {};  // the largest members of a file
  }
  const auto first = stacks_.first_ns();
  if (first && first_tick_ > last_tick_) origin_ns_ = *first;  // there are no other times
  const auto range =
      stacks_.finish([&](DecimalTime time, std::int64_t& ticks) { return to_ticks(time, ticks); });
  if (!range) return;
  first_tick_ = std::min(first_tick_, range->first);
  last_tick_ = std::max(last_tick_, range->second);
}

void Translator::metadata(const EventBlock& block) {
  BlockView& view = names_;
  view.open(block);
  for (const std::uint32_t index : block.metadata) {
    const Event& event = block.events[index];
    for (const EventArg& arg : view.args(event, index)) metadata(block, event, arg);
  }
}

void Translator::metadata(const EventBlock& block, const Event& event, const EventArg& arg) {
  const BlockView& view = names_;
  const std::string_view what = view.view(event.name);
  const ThreadKey& key = block.threads[event.thread];
  const std::string pid = view.id_text(key.process);
  const std::string tid = view.id_text(key.thread);
  std::string value = printable(view.value_text(arg));
  value.resize(value.find_last_not_of(' ') + 1);  // PyTorch writes "stream 7 "
  const bool integer = arg.type == EventArg::Type::kInteger;
  if (arg.of_event) return;  // rocprof states an order beside "args"
  if (what == "process_name") {
    tracks_.set_process_name(tracks_.process(pid), value);
  } else if (what == "process_labels") {
    tracks_.set_process_labels(tracks_.process(pid), value);
  } else if (what == "process_sort_index" && integer) {
    tracks_.set_process_order(tracks_.process(pid), arg.bits);
  } else if (what == "thread_name") {
    tracks_.set_thread_name(tracks_.thread(pid, tid), value);
  } else if (what == "thread_sort_index" && integer) {
    tracks_.set_thread_order(tracks_.thread(pid, tid), arg.bits);
  } else if (other_metadata_ < kMaxOtherMetadata) {
    ++other_metadata_;
    out_.property(fmt::format("metadata.{}.{}.{}", printable(pid), printable(what),
                              printable(view.view(arg.key))),
                  value);
  } else {
    out_.diagnose("metadata_left_out", Severity::kWarning,
                  tr("metadata '{}' was skipped: a trace can have at most {} other entries",
                     printable(what), as::count(kMaxOtherMetadata)));
  }
}

/// Writes the clock of tick 0. Programs that state a base time count from it; Kineto counts from
/// 1970 if it states none. For other programs only the number is known, not the clock.
void Translator::put_clock() {
  std::optional<std::int64_t> base;
  for (const auto& [key, value] : members_) {
    if (const auto stated = base_time_ns(key, value)) base = stated;
  }
  std::int64_t origin = 0;
  if (__builtin_add_overflow(base.value_or(0), origin_ns_, &origin)) return;
  out_.property(std::string(property::kClockOrigin), origin);
  constexpr std::int64_t kYear2001 = 978'307'200'000'000'000;
  if ((kineto_ || base) && origin > kYear2001) {
    out_.property(std::string(property::kClock), std::string("unix"));
  }
}

void Translator::write_properties(std::string_view file_name) {
  out_.property(std::string(property::kSourceFormat),
                std::string(kineto_ ? "kineto json" : "chrome json"));
  out_.property(std::string(property::kSourceFile), std::string(file_name));
  out_.property(std::string(property::kProvenance), std::string("measured"));
  put_clock();
  for (const auto& [key, value] : members_) {
    if (!SampledStacks::is_member(key)) put_member(key, value, out_);
  }
  if (first_tick_ <= last_tick_) {
    out_.time_base({.ticks_per_ns = ticks_per_ns_,
                    .window_begin = TraceTime(first_tick_),
                    .window_end = TraceTime(last_tick_)});
  }
}

}  // namespace nscope::importers
