#include "app/gui/macro/macro_player.h"

#include "app/gui/run/dock_view.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/timeline_panel.h"

#include <chrono>
#include <utility>

namespace nscope::gui {
namespace {

/// Between steps, so that the user sees them. Drags of a range are followed after 120 ms.
constexpr std::chrono::milliseconds kMacroPause(200);

}  // namespace

MacroPlayer::MacroPlayer(InspectPage& page, ActionList& actions, std::function<bool()> is_busy,
                         QObject* parent)
    : QObject(parent), page_(page), actions_(actions), is_busy_(std::move(is_busy)) {
  timer_.setInterval(kMacroPause);
  connect(&timer_, &QTimer::timeout, this, &MacroPlayer::next);
}

void MacroPlayer::play(Macro macro, std::string name) {
  macro_ = std::move(macro);
  name_ = std::move(name);
  step_ = 0;
  playing_ = true;
  timer_.start();
}

void MacroPlayer::next() {
  if (is_busy_()) return;
  if (step_ >= macro_.size()) return finish(nullptr);
  const std::size_t index = step_++;
  if (const auto done = do_step(macro_[index]); !done) {
    Error error = done.error();
    error.where = name_ + ": /steps/" + std::to_string(index);
    finish(&error);
  }
}

Result<> MacroPlayer::do_step(const MacroStep& step) {
  using Kind = MacroStep::Kind;
  if (!page_.trace()) return fail(ErrorCode::kInvalidArgument, nscope::tr("no run is open"));
  TimelineWidget& timeline = page_.timeline();
  const QString value = to_qstring(step.value);
  switch (step.kind) {
    case Kind::kPlace: {
      const auto place = read_place(step.value, *page_.trace());
      if (!place) return fail(place.error());
      page_.go_to(*place);
      if (!place->shown && !place->range && !place->event.valid()) {
        timeline.set_view(timeline.limits());  // the whole run has no name
      }
      break;
    }
    case Kind::kDock:
      page_.show_dock(value);
      if (step.input) page_.dock_view(value)->enter(to_qstring(*step.input));
      break;
    case Kind::kFilter: timeline.set_filter(value); break;
    case Kind::kColor: timeline.set_color_mode(color_mode_of(step.value)); break;
    case Kind::kCriticalPath: timeline.set_critical_path_shown(step.value == "shown"); break;
    case Kind::kAction: actions_.run(value); break;
  }
  return {};
}

void MacroPlayer::finish(const Error* error) {
  timer_.stop();
  playing_ = false;
  emit finished(error);
}

}  // namespace nscope::gui

#include "moc_macro_player.cpp"
