#include "app/gui/inspect/dock_kinds.h"

#include "app/gui/docks/analyses_dock.h"
#include "app/gui/docks/event_dock.h"
#include "app/gui/docks/sql_dock.h"
#include "app/gui/docks/summary_dock.h"

#include <QCoreApplication>
#include <array>

namespace nscope::gui {
namespace {

template <class View>
DockView* make(RunView& run, QWidget* parent) {
  return new View(run, parent);
}

constexpr std::array kDocks{
    DockKind{"summary", QT_TRANSLATE_NOOP("Docks", "Overall Summary"),
             QT_TRANSLATE_NOOP("Docks", "Key figures and engine activity of the run or the range."),
             Qt::RightDockWidgetArea, true, make<SummaryDock>},
    DockKind{"event", QT_TRANSLATE_NOOP("Docks", "Event Details"),
             QT_TRANSLATE_NOOP("Docks", "Everything the capture says about the selected event."),
             Qt::RightDockWidgetArea, true, make<EventDock>},
    DockKind{"analyses", QT_TRANSLATE_NOOP("Docks", "Analyses"),
             QT_TRANSLATE_NOOP("Docks", "Every analysis as a table and a plot."),
             Qt::BottomDockWidgetArea, true, make<AnalysesDock>},
    DockKind{"sql", QT_TRANSLATE_NOOP("Docks", "SQL"),
             QT_TRANSLATE_NOOP("Docks", "Queries over the run."), Qt::BottomDockWidgetArea, true,
             make<SqlDock>},
};

}  // namespace

QString DockKind::translated_title() const {
  return QCoreApplication::translate("Docks", title);
}

QString DockKind::translated_shows() const {
  return QCoreApplication::translate("Docks", shows);
}

std::span<const DockKind> dock_kinds() {
  return kDocks;
}

}  // namespace nscope::gui
