#include "app/gui/inspect/dock_kinds.h"

#include "app/gui/docks/analyses_dock.h"
#include "app/gui/docks/annotations_dock.h"
#include "app/gui/docks/diagnostics_dock.h"
#include "app/gui/docks/event_dock.h"
#include "app/gui/docks/search_dock.h"
#include "app/gui/docks/selection_dock.h"
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
    DockKind{"selection", QT_TRANSLATE_NOOP("Docks", "Selection Summary"),
             QT_TRANSLATE_NOOP("Docks", "What the selected range holds, by name and by track."),
             Qt::BottomDockWidgetArea, true, make<SelectionDock>},
    DockKind{"search", QT_TRANSLATE_NOOP("Docks", "Search"),
             QT_TRANSLATE_NOOP("Docks", "Events that match conditions, and the way through them."),
             Qt::BottomDockWidgetArea, true, make<SearchDock>},
    DockKind{"annotations", QT_TRANSLATE_NOOP("Docks", "Annotations"),
             QT_TRANSLATE_NOOP("Docks", "Notes on events, ranges and moments of the run."),
             Qt::BottomDockWidgetArea, true, make<AnnotationsDock>},
    DockKind{"sql", QT_TRANSLATE_NOOP("Docks", "SQL"),
             QT_TRANSLATE_NOOP("Docks", "Queries over the run."), Qt::BottomDockWidgetArea, true,
             make<SqlDock>},
    DockKind{"diagnostics", QT_TRANSLATE_NOOP("Docks", "Diagnostics"),
             QT_TRANSLATE_NOOP("Docks", "What reading the run repaired, dropped or could not know."),
             Qt::BottomDockWidgetArea, false, make<DiagnosticsDock>},
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
