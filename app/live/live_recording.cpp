#include "app/live/live_recording.h"

#include "profiler/trace/build/trace_player.h"

#include <utility>

namespace nscope::app {

LiveRecording::LiveRecording(std::optional<std::int64_t> most_events)
    : keeps_(most_events.has_value()), recording_(most_events.value_or(0)) {}

bool LiveRecording::push(TraceBatch&& batch) {
  meter_.count(batch);
  if (keeps_) {
    recording_.take(std::move(batch));
  } else {
    diagnostics_.insert(diagnostics_.end(), batch.diagnostics.begin(), batch.diagnostics.end());
  }
  return true;
}

void LiveRecording::set_newest(const importers::MonitorFigures& figures) {
  const std::scoped_lock lock(mutex_);
  newest_ = figures;
}

importers::MonitorFigures LiveRecording::newest() const {
  const std::scoped_lock lock(mutex_);
  return newest_;
}

Result<> deliver_live_input(LiveInput& input, PlaybackClock& clock, LiveDelivery delivery,
                            TraceSink& sink, TaskControl& control) {
  if (input.run) {
    return play_trace(*input.run, clock, sink, control, {.repeat = delivery.repeat});
  }
  if (delivery.reconnect) delivery.follow.reconnect = input.open_again;
  return importers::follow_neuron_monitor(*input.stream, sink, control, delivery.follow);
}

}  // namespace nscope::app
