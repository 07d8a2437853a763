#include "app/live/bounded_recording.h"

#include <utility>

#include <fmt/format.h>

namespace nscope::app {

void BoundedRecording::take(TraceBatch&& batch) {
  const auto events = static_cast<std::int64_t>(batch.slices.size() + batch.counters.size());
  if (not_kept_ == 0 && kept_ + events <= most_) {
    kept_ += events;
    slices_ += static_cast<std::uint32_t>(batch.slices.size());
    builder_.push(std::move(batch));
    return;
  }
  not_kept_ += events;
  // What was open still ends; metrics and diagnostics sum up.
  TraceBatch rest;
  for (const auto& end : batch.slice_ends) {
    if (end.slice.value < slices_) rest.slice_ends.push_back(end);
  }
  rest.properties = std::move(batch.properties);
  rest.diagnostics = std::move(batch.diagnostics);
  builder_.push(std::move(rest));
}

std::shared_ptr<const Trace> BoundedRecording::finish() {
  if (not_kept_ > 0) {
    TraceBatch last;
    last.diagnostics.push_back(
        {.code = "recording_full",
         .severity = Severity::kWarning,
         .count = not_kept_,
         .example = fmt::format("after {} events the recording was full; later ones were watched, "
                                "not kept",
                                kept_)});
    builder_.push(std::move(last));
  }
  return builder_.finish();
}

}  // namespace nscope::app
