#include "app/gui/inspect/dock_kinds.h"

#include "app/gui/docks/analyses_dock.h"
#include "app/gui/docks/annotations_dock.h"
#include "app/gui/docks/compile_dock.h"
#include "app/gui/docks/diagnostics_dock.h"
#include "app/gui/docks/event_dock.h"
#include "app/gui/docks/insights_dock.h"
#include "app/gui/docks/memory_dock.h"
#include "app/gui/docks/operators/flame_dock.h"
#include "app/gui/docks/operators/operators_dock.h"
#include "app/gui/docks/operators/roofline_dock.h"
#include "app/gui/docks/search_dock.h"
#include "app/gui/docks/selection_dock.h"
#include "app/gui/docks/sql_dock.h"
#include "app/gui/docks/summary_dock.h"
#include "app/gui/docks/traffic/traffic_dock.h"

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
    DockKind{"insights", QT_TRANSLATE_NOOP("Docks", "Insights"),
             QT_TRANSLATE_NOOP("Docks", "What holds the run up and what to change, by gain."),
             Qt::BottomDockWidgetArea, true, make<InsightsDock>},
    DockKind{"operators", QT_TRANSLATE_NOOP("Docks", "Operators"),
             QT_TRANSLATE_NOOP("Docks", "Time and work by layer, operator and instruction."),
             Qt::BottomDockWidgetArea, true, make<OperatorsDock>},
    DockKind{"flame", QT_TRANSLATE_NOOP("Docks", "Flame Graph"),
             QT_TRANSLATE_NOOP("Docks", "The operators as blocks as wide as their part."),
             Qt::BottomDockWidgetArea, true, make<FlameDock>},
    DockKind{"roofline", QT_TRANSLATE_NOOP("Docks", "Roofline"),
             QT_TRANSLATE_NOOP("Docks", "Operators beside what TensorE and HBM allow."),
             Qt::BottomDockWidgetArea, true, make<RooflineDock>},
    DockKind{"search", QT_TRANSLATE_NOOP("Docks", "Search"),
             QT_TRANSLATE_NOOP("Docks", "Events that match conditions, and the way through them."),
             Qt::BottomDockWidgetArea, true, make<SearchDock>},
    DockKind{"selection", QT_TRANSLATE_NOOP("Docks", "Selection Summary"),
             QT_TRANSLATE_NOOP("Docks", "What the selected range holds, by name and by track."),
             Qt::BottomDockWidgetArea, true, make<SelectionDock>},
    DockKind{"annotations", QT_TRANSLATE_NOOP("Docks", "Annotations"),
             QT_TRANSLATE_NOOP("Docks", "Notes on events, ranges and moments of the run."),
             Qt::BottomDockWidgetArea, true, make<AnnotationsDock>},
    DockKind{"sql", QT_TRANSLATE_NOOP("Docks", "SQL"),
             QT_TRANSLATE_NOOP("Docks", "Queries over the run."), Qt::BottomDockWidgetArea, true,
             make<SqlDock>},
    DockKind{"memory", QT_TRANSLATE_NOOP("Docks", "Memory"),
             QT_TRANSLATE_NOOP("Docks", "HBM, SBUF and PSUM over time, their peaks, tensors."),
             Qt::BottomDockWidgetArea, false, make<MemoryDock>},
    DockKind{"traffic", QT_TRANSLATE_NOOP("Docks", "Traffic"),
             QT_TRANSLATE_NOOP("Docks", "Collectives, and what chips send each other."),
             Qt::BottomDockWidgetArea, false, make<TrafficDock>},
    DockKind{"compile-cache", QT_TRANSLATE_NOOP("Docks", "Compile Cache"),
             QT_TRANSLATE_NOOP("Docks", "Hits, misses and failures, their cost and reason."),
             Qt::BottomDockWidgetArea, false, make<CompileDock>},
    DockKind{
        "diagnostics", QT_TRANSLATE_NOOP("Docks", "Diagnostics"),
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
