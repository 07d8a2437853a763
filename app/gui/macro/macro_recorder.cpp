#include "app/gui/macro/macro_recorder.h"

#include "app/gui/run/dock_view.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/timeline_panel.h"

#include <QDockWidget>
#include <utility>

namespace nscope::gui {

using Kind = MacroStep::Kind;

MacroRecorder::MacroRecorder(InspectPage& page, ActionList& actions, QObject* parent)
    : QObject(parent), page_(page) {
  for (QDockWidget* dock : page.findChildren<QDockWidget*>()) {
    connect(dock, &QDockWidget::visibilityChanged, this,
            [this, id = dock->objectName()](bool visible) { follow_dock(id, visible); });
  }
  const TimelineWidget* timeline = &page.timeline();
  connect(timeline, &TimelineWidget::classes_changed, this, [this, timeline] {
    if (!recording_) return;
    const std::string color(to_string(timeline->color_mode()));
    if (color != color_) add({Kind::kColor, color});
    color_ = color;
  });
  connect(timeline, &TimelineWidget::critical_path_shown_changed, this,
          [this](bool shown) { add({Kind::kCriticalPath, shown ? "shown" : "hidden"}); });
  connect(&page.timeline_panel().bar().filter(), &QLineEdit::textEdited, this,
          [this](const QString& text) { add({Kind::kFilter, to_string(text)}); });
  connect(&actions, &ActionList::triggered, this, [this](const QString& id) {
    if (is_macro_action(to_string(id))) add({Kind::kAction, to_string(id)});
  });
}

void MacroRecorder::start() {
  macro_.clear();
  place_ = page_.place();
  color_ = to_string(page_.timeline().color_mode());
  recording_ = true;
  emit changed();
}

Macro MacroRecorder::recorded() {
  add_place();
  return macro_;
}

void MacroRecorder::stop() {
  recording_ = false;
  macro_.clear();
  emit changed();
}

void MacroRecorder::add(MacroStep step) {
  if (!recording_ || !page_.trace()) return;
  add_place();
  // What is typed letter by letter is one step.
  const bool continued = !macro_.empty() && macro_.back().kind == step.kind &&
                         (step.kind == Kind::kFilter ||
                          (step.kind == Kind::kDock && macro_.back().value == step.value));
  if (continued) {
    macro_.back() = std::move(step);
  } else if (macro_.size() < kMostMacroSteps) {
    macro_.push_back(std::move(step));
  }
  emit changed();
}

void MacroRecorder::add_place() {
  if (!recording_ || !page_.trace()) return;
  const RunPlace now = page_.place();
  if (now == place_) return;
  place_ = now;
  if (macro_.size() < kMostMacroSteps) {
    macro_.push_back({Kind::kPlace, place_text(now, *page_.trace())});
  }
}

void MacroRecorder::follow_dock(const QString& id, bool visible) {
  if (!page_.isVisible()) return;  // another mode hides all docks
  if (!visible) {
    visible_.erase(id);
    return;
  }
  if (!visible_.insert(id).second) return;
  if (DockView* view = page_.dock_view(id)) {
    connect(view, &DockView::entered, this, &MacroRecorder::follow_input, Qt::UniqueConnection);
  }
  add({Kind::kDock, to_string(id)});
}

void MacroRecorder::follow_input(const QString& text) {
  const auto* view = qobject_cast<const DockView*>(sender());
  const auto* dock =
      view != nullptr ? qobject_cast<const QDockWidget*>(view->parentWidget()) : nullptr;
  if (dock != nullptr) add({Kind::kDock, to_string(dock->objectName()), to_string(text)});
}

}  // namespace nscope::gui

#include "moc_macro_recorder.cpp"
