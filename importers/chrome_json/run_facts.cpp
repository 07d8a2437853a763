#include "importers/chrome_json/kineto.h"
#include "importers/chrome_json/translator.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <optional>

#include <fmt/format.h>

// Properties of the run: metadata events, the clock and members of the document.
namespace nscope::importers {
namespace {

constexpr int kMaxOtherMetadata = 1000;

}  // namespace

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
  const std::string value = printable(view.value_text(arg));
  const bool integer = arg.type == EventArg::Type::kInteger;
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
