#include "app/live/bounded_recording.h"

#include <utility>

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
  // Open slices still end, and metrics and diagnostics are still recorded.
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
         .example = tr("The recording was full after {} events; later events were not recorded.",
                       as::count(kept_))});
    builder_.push(std::move(last));
  }
  return builder_.finish();
}

}  // namespace nscope::app
