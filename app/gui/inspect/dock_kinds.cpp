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
#include "app/gui/docks/regions/regions_dock.h"
#include "app/gui/docks/search_dock.h"
#include "app/gui/docks/selection_dock.h"
#include "app/gui/docks/source/source_dock.h"
#include "app/gui/docks/sql_dock.h"
#include "app/gui/docks/stacks/stacks_dock.h"
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
    DockKind{
        "summary", QT_TRANSLATE_NOOP("Docks", "Overall Summary"),
        QT_TRANSLATE_NOOP(
            "Docks", "Shows key figures and engine activity of the run or the selected range."),
        "desktop", Qt::RightDockWidgetArea, true, make<SummaryDock>},
    DockKind{
        "event", QT_TRANSLATE_NOOP("Docks", "Event Details"),
        QT_TRANSLATE_NOOP("Docks", "Shows everything that was recorded about the selected event."),
        "desktop", Qt::RightDockWidgetArea, true, make<EventDock>},
    DockKind{"analyses", QT_TRANSLATE_NOOP("Docks", "Analyses"),
             QT_TRANSLATE_NOOP("Docks", "Shows the result of each analysis as a table and a plot."),
             "analyses", Qt::BottomDockWidgetArea, true, make<AnalysesDock>},
    DockKind{"insights", QT_TRANSLATE_NOOP("Docks", "Insights"),
             QT_TRANSLATE_NOOP("Docks", "Lists bottlenecks and what to change, by estimated gain."),
             "insights", Qt::BottomDockWidgetArea, true, make<InsightsDock>},
    DockKind{"operators", QT_TRANSLATE_NOOP("Docks", "Operators"),
             QT_TRANSLATE_NOOP("Docks", "Shows time and work by layer, operator and instruction."),
             "guide/what-holds-it-up", Qt::BottomDockWidgetArea, true, make<OperatorsDock>},
    DockKind{"flame", QT_TRANSLATE_NOOP("Docks", "Flame Graph"),
             QT_TRANSLATE_NOOP("Docks", "Shows the operators as a flame graph."),
             "guide/what-holds-it-up", Qt::BottomDockWidgetArea, true, make<FlameDock>},
    DockKind{"stacks", QT_TRANSLATE_NOOP("Docks", "Call Stacks"),
             QT_TRANSLATE_NOOP("Docks",
                               "Shows the time of call stacks in the selected range, with "
                               "callers and callees."),
             "desktop", Qt::BottomDockWidgetArea, false, make<StacksDock>},
    DockKind{"roofline", QT_TRANSLATE_NOOP("Docks", "Roofline"),
             QT_TRANSLATE_NOOP("Docks", "Compares operators with the limits of TensorE and HBM."),
             "guide/what-holds-it-up", Qt::BottomDockWidgetArea, true, make<RooflineDock>},
    DockKind{"regions", QT_TRANSLATE_NOOP("Docks", "Regions"),
             QT_TRANSLATE_NOOP("Docks",
                               "Compares layers, kernels or collectives of the run side by side."),
             "desktop", Qt::BottomDockWidgetArea, true, make<RegionsDock>},
    DockKind{"source", QT_TRANSLATE_NOOP("Docks", "Source"),
             QT_TRANSLATE_NOOP("Docks", "Shows time, stalls and traffic of each source line."),
             "guide/source-viewer", Qt::BottomDockWidgetArea, false, make<SourceDock>},
    DockKind{"search", QT_TRANSLATE_NOOP("Docks", "Search"),
             QT_TRANSLATE_NOOP("Docks", "Finds events by conditions and steps through them."),
             "search", Qt::BottomDockWidgetArea, true, make<SearchDock>},
    DockKind{"selection", QT_TRANSLATE_NOOP("Docks", "Selection Summary"),
             QT_TRANSLATE_NOOP("Docks", "Summarises the selected range by name and by track."),
             "desktop", Qt::BottomDockWidgetArea, true, make<SelectionDock>},
    DockKind{"annotations", QT_TRANSLATE_NOOP("Docks", "Annotations"),
             QT_TRANSLATE_NOOP("Docks", "Annotates events, ranges and points in time."),
             "annotations", Qt::BottomDockWidgetArea, true, make<AnnotationsDock>},
    DockKind{"sql", QT_TRANSLATE_NOOP("Docks", "SQL"),
             QT_TRANSLATE_NOOP("Docks", "Runs SQL queries on the run."), "sql",
             Qt::BottomDockWidgetArea, true, make<SqlDock>},
    DockKind{"memory", QT_TRANSLATE_NOOP("Docks", "Memory"),
             QT_TRANSLATE_NOOP(
                 "Docks", "Shows HBM, SBUF and PSUM usage over time, memory peaks and tensors."),
             "desktop", Qt::BottomDockWidgetArea, false, make<MemoryDock>},
    DockKind{"traffic", QT_TRANSLATE_NOOP("Docks", "Traffic"),
             QT_TRANSLATE_NOOP("Docks", "Shows collectives and the traffic between chips."),
             "desktop", Qt::BottomDockWidgetArea, false, make<TrafficDock>},
    DockKind{"compile-cache", QT_TRANSLATE_NOOP("Docks", "Compile Cache"),
             QT_TRANSLATE_NOOP(
                 "Docks", "Shows compile cache hits, misses and failures with times and reasons."),
             "desktop", Qt::BottomDockWidgetArea, false, make<CompileDock>},
    DockKind{
        "diagnostics", QT_TRANSLATE_NOOP("Docks", "Diagnostics"),
        QT_TRANSLATE_NOOP("Docks", "Lists data that the importer skipped, repaired or assumed."),
        "guide/open-a-capture", Qt::BottomDockWidgetArea, false, make<DiagnosticsDock>},
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
