#include "importers/system_recording/runtime_events.h"

#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// A thread has fewer open spans. More of them are spans whose stop was lost.
constexpr std::size_t kDeepest = 512;
constexpr std::size_t kMostUses = 4096;
constexpr double kNanosecondsPerSecond = 1e9;

std::optional<CopyDirection> transfer_of(std::string_view name) {
  if (!name.starts_with("dmem")) return std::nullopt;
  if (name.find("copyin") != std::string_view::npos) return CopyDirection::kToDevice;
  if (name.find("copyout") != std::string_view::npos) return CopyDirection::kToHost;
  return std::nullopt;
}

void put(StringId key, const ArgValue& value, std::vector<TraceBatch::Arg>& args) {
  args.push_back({SliceId(), key, value});
}

ExecutionKey execution_key(const KnownAttributes& known) {
  return {.worker = known.value_or(KnownKey::kWorker, -1),
          .core = known.value_or(KnownKey::kCore, -1),
          .execution = known.value_or(KnownKey::kExecution, -1)};
}

}  // namespace

RuntimeEvents::RuntimeEvents(TraceWriter& out, EventTracks& tracks, const RecordingInfo& info,
                             std::int64_t origin_ns)
    : out_(out),
      tracks_(tracks),
      info_(info),
      origin_(origin_ns),
      memory_(out, tracks),
      keys_(out),
      names_{.type = out.intern("type"),
             .model_name = out.intern("model_name"),
             .transfer_rate = out.intern("transfer_rate"),
             .error = out.intern("error"),
             .phase = out.intern("phase"),
             .stop_thread = out.intern("stop_thread_id"),
             .execution = out.intern(flow_kind::kExecution)} {}

void RuntimeEvents::take(const RecordBlock& block) {
  keys_.start(block);
  for (const RuntimeRecord& record : block.records) take(block, record);
  out_.diagnose("record_damaged", Severity::kWarning,
                tr("byte {}: a record is not a valid message; it was read up to the damage",
                   block.first_damaged),
                block.damaged);
  out_.diagnose("unknown_record_field", Severity::kInfo,
                tr("records have fields with unknown numbers or types, which were skipped"),
                block.unknown_fields);
}

void RuntimeEvents::take(const RecordBlock& block, const RuntimeRecord& record) {
  ++records_;
  std::int64_t time = 0;
  if (!time_in_recording(record.time_ns, origin_, time)) {
    out_.diagnose("record_without_time", Severity::kWarning,
                  tr("record {} was skipped: it has no possible time stamp", records_));
    return;
  }
  saw(time);
  read_attributes(block, record);
  switch (record.phase) {
    case kSpanStart: return start(record, time);
    case kSpanStop: return stop(record, time);
    case kPoint: return point(record, time);
    default: break;
  }
  out_.diagnose("unknown_phase", Severity::kWarning,
                tr("record {} has the unknown phase {}; it is shown as a point in time", records_,
                   record.phase));
  put(names_.phase, static_cast<std::int64_t>(record.phase), args_);
  point(record, time);
}

void RuntimeEvents::saw(std::int64_t time) {
  first_time_ = std::min(first_time_, time);
  last_time_ = std::max(last_time_, time);
}

std::int64_t RuntimeEvents::use_number(std::string_view use) {
  const auto known = use_numbers_.find(use);
  if (known != use_numbers_.end()) return known->second;
  if (uses_.size() >= kMostUses) return 0;
  uses_.emplace_back(printable(use));
  const auto number = static_cast<std::int64_t>(uses_.size()) - 1;
  use_numbers_.emplace(std::string(use), number);
  return number;
}

/// Reads the attributes of a record into known_ and args_.
void RuntimeEvents::read_attributes(const RecordBlock& block, const RuntimeRecord& record) {
  known_.clear();
  args_.clear();
  for (std::uint32_t i = 0; i < record.attributes; ++i) {
    const RecordAttribute& attribute = block.attributes[record.first_attribute + i];
    const AttributeKeys::Key& key = keys_.key(block, attribute.key);
    ArgValue value(attribute.value);
    if (!attribute.is_number) {
      const auto text = static_cast<std::uint32_t>(attribute.value);
      value = keys_.value(block, text);
      if (key.known == KnownKey::kUse) known_.set(key.known, use_number(block.texts.view(text)));
    } else if (key.known == KnownKey::kUse) {
      // Stated as a number of the recording's table.
      const auto number = static_cast<std::uint64_t>(attribute.value);
      const std::string_view use = info_.text(kMemoryUseTable, number);
      if (!use.empty()) value = out_.intern(use);
      known_.set(key.known, use_number(use.empty() ? fmt::format("use {}", number) : use));
    } else if (key.known != KnownKey::kNone) {
      known_.set(key.known, attribute.value);
    }
    args_.push_back({SliceId(), key.name, value});
  }
}

const RuntimeEvents::EventType& RuntimeEvents::type_of(std::uint64_t type) {
  const auto [known, added] = types_.try_emplace(type);
  if (added) {
    const std::string_view text = info_.text(kEventTypeTable, type);
    known->second.text = text.empty() ? fmt::format("event type {}", type) : std::string(text);
    known->second.name = out_.intern(known->second.text);
    known->second.transfer = transfer_of(text);
    if (text.empty() && info_.tables.contains(kEventTypeTable)) {
      out_.diagnose("unknown_event_type", Severity::kWarning,
                    tr("the recording's table has no name for event type {}", type));
    }
  }
  return known->second;
}

StringId RuntimeEvents::model_name(std::int64_t model) {
  const auto [known, added] = models_.try_emplace(model);
  if (added) {
    const std::string_view name = info_.text(kModelTable, static_cast<std::uint64_t>(model));
    if (!name.empty()) known->second = out_.intern(name);
  }
  return known->second;
}

RuntimeEvents::Span* RuntimeEvents::find(Serial serial) {
  if (serial >= first_) {
    const Serial place = serial - first_;
    return place < waiting_.size() ? &waiting_[place] : nullptr;
  }
  const auto found = aside_.find(serial);
  return found == aside_.end() ? nullptr : &found->second;
}

/// Adds a span that starts with `record`, whose attributes are in known_ and args_.
RuntimeEvents::Span& RuntimeEvents::add(const RuntimeRecord& record, std::int64_t time) {
  Span& span = waiting_.emplace_back();
  span.id = record.span;
  span.type = record.type;
  span.thread = record.thread;
  span.start = time;
  span.end = time;
  span.known = known_;
  EventPlace place{.core = known_.value_or(KnownKey::kCore, -1), .thread = record.thread};
  if (known_.has(KnownKey::kDeviceCore)) {
    place.device_core = known_.value_or(KnownKey::kDeviceCore, -1);
    place.thread = 0;
  }
  span.track = tracks_.at(place);
  if (!spare_.empty()) {
    span.args = std::move(spare_.back());
    spare_.pop_back();
  }
  span.args.swap(args_);
  put(names_.type, static_cast<std::int64_t>(record.type), span.args);
  if (const auto model = known_.get(KnownKey::kModel)) {
    if (const StringId name = model_name(*model); name.valid())
      put(names_.model_name, name, span.args);
  }
  return span;
}

void RuntimeEvents::start(const RuntimeRecord& record, std::int64_t time) {
  const Serial serial = first_ + waiting_.size();
  Span& span = add(record, time);
  if (span.known.has(KnownKey::kExecution)) find_execution(span);
  if (!early_stops_.empty()) {
    const auto early = early_stops_.find(record.span);
    if (early != early_stops_.end() && early->second.record.type == record.type) {
      known_ = early->second.known;
      args_ = std::move(early->second.args);
      close(serial, span, early->second.record, early->second.time);
      early_stops_.erase(early);
      return make_room();
    }
  }
  const auto [open, added] = open_.try_emplace(record.span, serial);
  if (!added) {
    out_.diagnose(
        "duplicate_span_id", Severity::kWarning,
        tr("span {} starts again in record {} before it has stopped", record.span, records_));
    open->second = serial;
  }
  // Times of events on the device do not nest with the calls of the thread that recorded them.
  if (!span.known.has(KnownKey::kDeviceCore)) list(serial, span);
  make_room();
}

void RuntimeEvents::point(const RuntimeRecord& record, std::int64_t time) {
  add(record, time).closed = true;
  make_room();
}

void RuntimeEvents::stop(const RuntimeRecord& record, std::int64_t time) {
  const auto open = open_.find(record.span);
  Span* const span = open == open_.end() ? nullptr : find(open->second);
  if (span != nullptr && span->type == record.type) {
    const Serial serial = open->second;
    open_.erase(open);
    close(serial, *span, record, time);
    return write_ready();
  }
  EarlyStop stop{.record = record, .time = time, .known = known_, .args = args_};
  if (span != nullptr) {
    out_.diagnose("stop_of_another_type", Severity::kWarning,
                  tr("record {} stops span {}, but it is of type '{}' and the start is of type "
                     "'{}'",
                     records_, record.span, type_of(record.type).text, type_of(span->type).text));
    return write_without_start(stop);
  }
  if (early_stops_.size() >= kRemembered) return write_without_start(stop);
  const auto [early, added] = early_stops_.try_emplace(record.span, std::move(stop));
  if (!added) write_without_start(stop);
}

/// Ends `span` with a stop whose attributes are in known_ and args_.
void RuntimeEvents::close(Serial serial, Span& span, const RuntimeRecord& record,
                          std::int64_t time) {
  const std::size_t from_start = span.args.size();
  if (record.thread != span.thread) {
    out_.diagnose("span_ends_on_another_thread", Severity::kInfo,
                  tr("span {} starts on thread {} and stops on thread {}; it is shown on the first",
                     span.id, span.thread, record.thread));
    put(names_.stop_thread, static_cast<std::int64_t>(record.thread), span.args);
  }
  for (const TraceBatch::Arg& arg : args_) {
    const auto begin = span.args.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(from_start);
    const auto same = std::find_if(begin, end, [&](const auto& a) { return a.key == arg.key; });
    if (same == end) {
      span.args.push_back(arg);
    } else if (same->value != arg.value) {
      span.args.push_back({SliceId(), keys_.stop_key(arg.key), arg.value});
    }
  }
  span.end = time;
  span.closed = true;
  changed_memory(span, time);
  moved_data(span);
  check_result(span);
  if (span.listed) unlist(serial, span, time);
  if (!span.slice.valid()) return;
  // The slice was written before its end was known.
  for (std::size_t i = from_start; i < span.args.size(); ++i) {
    out_.arg(span.slice, span.args[i].key, span.args[i].value);
  }
  out_.close_slice(span.slice, TraceTime(time));
  aside_.erase(serial);
}

void RuntimeEvents::changed_memory(const Span& span, std::int64_t time) {
  const auto use = span.known.get(KnownKey::kUse);
  const auto total = known_.get(KnownKey::kTotal);
  const auto of_use = known_.get(KnownKey::kTotalOfUse);
  // Memory of the host that the device accesses is not part of the totals.
  const bool on_device = span.known.value_or(KnownKey::kOnDevice, 1) != 0;
  std::int64_t bytes = 0;
  if (!use || !total || !of_use || !on_device ||
      __builtin_sub_overflow(known_.value_or(KnownKey::kAllocated, 0),
                             known_.value_or(KnownKey::kReleased, 0), &bytes)) {
    return;
  }
  memory_.add({.time = time,
               .core = span.known.value_or(KnownKey::kCore, -1),
               .device = span.known.value_or(KnownKey::kDevice, -1),
               .hbm = span.known.value_or(KnownKey::kHbm, -1),
               .use = uses_[static_cast<std::size_t>(*use)],
               .bytes = bytes,
               .total = *total,
               .total_of_use = *of_use});
}

void RuntimeEvents::moved_data(Span& span) {
  const auto direction = type_of(span.type).transfer;
  if (!direction) return;
  const auto size = span.known.get(KnownKey::kSize);
  if (!size || *size < 0) {
    out_.diagnose("transfer_without_size", Severity::kInfo,
                  tr("a transfer of type '{}' does not state its size", type_of(span.type).text));
    return;
  }
  transfers_.add(*direction, span.known.value_or(KnownKey::kCore, -1), span.start, span.end, *size);
  if (span.end <= span.start) return;
  put(names_.transfer_rate,
      static_cast<double>(*size) * kNanosecondsPerSecond /
          static_cast<double>(span.end - span.start),
      span.args);
}

/// Counts calls that failed, and adds the name of the error.
void RuntimeEvents::check_result(Span& span) {
  const auto code = known_.get(KnownKey::kReturnCode);
  const auto status = known_.get(KnownKey::kStatus);
  const std::int64_t result = code.value_or(0) != 0 ? *code : status.value_or(0);
  if (result == 0) return;
  const std::string_view name = type_of(span.type).text;
  const bool of_memory = span.known.has(KnownKey::kUse);
  const std::string_view error =
      of_memory ? info_.text(kMemoryErrorTable, static_cast<std::uint64_t>(result))
                : std::string_view();
  if (!error.empty()) put(names_.error, out_.intern(error), span.args);
  if (error.empty() && of_memory && known_.value_or(KnownKey::kAllocated, 0) > 0) {
    out_.diagnose("return_code_unknown", Severity::kInfo,
                  tr("{} at {} ns returned {}, for which the recording has no name; memory was "
                     "allocated nevertheless",
                     name, span.start, result));
    return;
  }
  out_.diagnose("call_failed", Severity::kWarning,
                error.empty()
                    ? tr("{} at {} ns returned {}, for which the recording has no name", name,
                         span.start, result)
                    : tr("{} at {} ns returned {} ({})", name, span.start, result, error));
}

/// Adds a span to the open spans of its thread.
void RuntimeEvents::list(Serial serial, Span& span) {
  std::vector<Serial>& open = threads_[span.thread];
  if (open.size() >= kDeepest) {
    for (const Serial lost : open) {
      if (Span* const other = find(lost)) other->listed = false;
    }
    open.clear();
  }
  open.push_back(serial);
  span.listed = true;
}

/// Removes a span from the open spans of its thread. Spans that started inside of it and are still
/// open cannot last longer, unless they stop on another thread.
void RuntimeEvents::unlist(Serial serial, Span& span, std::int64_t time) {
  std::vector<Serial>& open = threads_[span.thread];
  while (!open.empty()) {
    const Serial last = open.back();
    open.pop_back();
    if (last == serial) break;
    if (Span* const inner = find(last)) {
      inner->listed = false;
      inner->latest_end = time;
    }
  }
  span.listed = false;
}

/// Finds the call that started an execution: the outermost open call on the thread that names a
/// model and has not started another execution. Events on the device are parts of an execution.
void RuntimeEvents::find_execution(Span& span) {
  const ExecutionKey key = execution_key(span.known);
  const auto known = executions_.find(key);
  if (span.known.has(KnownKey::kDeviceCore)) {
    span.execution = known;
    return;
  }
  if (known) return;
  Span* caller = &span;
  if (const auto thread = threads_.find(span.thread); thread != threads_.end()) {
    for (const Serial serial : thread->second) {
      Span* const outer = find(serial);
      if (outer == nullptr || outer->call || !outer->known.has(KnownKey::kModel)) continue;
      caller = outer;
      break;
    }
  }
  caller->call = executions_.declare(key);
  if (caller->slice.valid()) executions_.written(*caller->call, caller->slice);
}

void RuntimeEvents::make_room() {
  write_ready();
  if (waiting_.size() <= kWaiting) return;
  Span& span = waiting_.front();  // still open
  write(span);
  if (aside_.size() < kRemembered && span.slice.valid()) {
    aside_.emplace(first_, std::move(span));
  } else {
    lost(span);
    if (const auto open = open_.find(span.id); open != open_.end() && open->second == first_) {
      open_.erase(open);
    }
  }
  waiting_.pop_front();
  ++first_;
  write_ready();
}

void RuntimeEvents::write_ready() {
  while (!waiting_.empty() && waiting_.front().closed) {
    Span& span = waiting_.front();
    write(span);
    constexpr std::size_t kSpare = 1024;
    if (spare_.size() < kSpare) {
      span.args.clear();
      spare_.push_back(std::move(span.args));
    }
    waiting_.pop_front();
    ++first_;
  }
}

void RuntimeEvents::write(Span& span) {
  if (!span.track.valid()) return;
  const StringId name = type_of(span.type).name;
  span.slice = span.closed ? out_.slice(span.track, name, TraceTime(span.start),
                                        TraceTime(span.end - span.start))
                           : out_.open_slice(span.track, name, TraceTime(span.start));
  out_.args(span.slice, span.args);
  if (span.call) executions_.written(*span.call, span.slice);
  if (!span.execution) return;
  const SliceId call = executions_.slice(*span.execution);
  if (call.valid()) out_.flow(call, span.slice, names_.execution);
}

/// Shows a stop without its start.
void RuntimeEvents::write_without_start(EarlyStop& stop) {
  out_.diagnose("span_without_start", Severity::kWarning,
                tr("span {} of type '{}' has no start; its stop is shown as a point in time",
                   stop.record.span, type_of(stop.record.type).text));
  known_ = stop.known;
  args_ = std::move(stop.args);
  put(names_.phase, static_cast<std::int64_t>(stop.record.phase), args_);
  add(stop.record, stop.time).closed = true;
  make_room();
}

/// Counts a span without a stop.
void RuntimeEvents::lost(const Span& span) {
  out_.diagnose("span_without_stop", Severity::kWarning,
                tr("span {} of type '{}' has no stop; it is shown up to the end of the call around "
                   "it, or of the recording",
                   span.id, type_of(span.type).text));
}

void RuntimeEvents::finish() {
  std::vector<EarlyStop*> stops;
  for (auto& [id, stop] : early_stops_) stops.push_back(&stop);
  std::sort(stops.begin(), stops.end(), [](const EarlyStop* a, const EarlyStop* b) {
    return std::pair(a->time, a->record.span) < std::pair(b->time, b->record.span);
  });
  for (EarlyStop* const stop : stops) write_without_start(*stop);
  const StringId key = out_.intern("stop");
  const StringId value = out_.intern("not recorded");
  const auto end_of = [&](const Span& span) {
    return std::max(span.start, span.latest_end.value_or(last_time_));
  };
  std::vector<std::pair<Serial, Span*>> aside;
  for (auto& [serial, span] : aside_) aside.emplace_back(serial, &span);
  std::sort(aside.begin(), aside.end());
  for (const auto& [serial, span] : aside) {
    lost(*span);
    out_.arg(span->slice, key, value);
    out_.close_slice(span->slice, TraceTime(end_of(*span)));
  }
  for (Span& span : waiting_) {
    if (span.closed) continue;
    lost(span);
    span.args.push_back({SliceId(), key, value});
    span.end = end_of(span);
    span.closed = true;
  }
  write_ready();
  transfers_.write(out_, tracks_);
}

}  // namespace nscope::importers
