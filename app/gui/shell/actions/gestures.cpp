// Keys and mouse gestures that the views handle themselves. A new one must be added here: the
// shortcuts dialog shows this list, and a test compares it with docs/desktop.md.
#include "app/gui/shell/actions/actions.h"

namespace nscope::gui {

std::vector<Gesture> gestures() {
  const QString timeline = ActionList::tr("Timeline");
  const QString analysis = ActionList::tr("Analyses");
  const QString sql = ActionList::tr("SQL console");
  const QString simulate = ActionList::tr("Simulate");
  const QString live = ActionList::tr("Live");
  const QString plan = ActionList::tr("Plan");
  const QString search = ActionList::tr("Search");
  return {
      {timeline, ActionList::tr("W / S, Ctrl+wheel"), ActionList::tr("zoom at the cursor")},
      {timeline, ActionList::tr("A / D, Shift+wheel, drag"), ActionList::tr("pan in time")},
      {timeline, ActionList::tr("wheel"), ActionList::tr("scroll the tracks")},
      {timeline, QStringLiteral("F"), ActionList::tr("fit the selection; again: the whole run")},
      {timeline, ActionList::tr("Home"), ActionList::tr("show the whole run")},
      {timeline, ActionList::tr("[ and ]"),
       ActionList::tr("go to the previous, next event on the track")},
      {timeline, ActionList::tr("P and N"),
       ActionList::tr("go to the predecessor, successor of the selected event")},
      {timeline, QStringLiteral("M"),
       ActionList::tr("add a marker at the cursor; snaps to the edge of a nearby event")},
      {timeline, ActionList::tr(", and ."), ActionList::tr("go to the previous, next marker")},
      {timeline, ActionList::tr("Delete"), ActionList::tr("remove the selected marker")},
      {timeline, QStringLiteral("Ctrl+Z, Ctrl+Shift+Z"),
       ActionList::tr("undo, redo changes of markers and annotations")},
      {timeline, ActionList::tr("Up, Down"), ActionList::tr("select the previous, next track")},
      {timeline, ActionList::tr("Enter"),
       ActionList::tr("expand or collapse a group; on a track: select its first visible event")},
      {timeline, ActionList::tr("Alt+Up, Alt+Down"), ActionList::tr("move the selected track")},
      {timeline, ActionList::tr("Alt+Plus, Alt+Minus"),
       ActionList::tr("increase, decrease the height of the selected track")},
      {timeline, QStringLiteral("E"), ActionList::tr("expand or compact the stack of the track")},
      {timeline, ActionList::tr("Ctrl+Shift+wheel"), ActionList::tr("zoom the height of lanes")},
      {timeline, ActionList::tr("Alt+Left, Alt+Right"),
       ActionList::tr("go back, forward through the visited places")},
      {timeline, ActionList::tr("right-click, Menu key"),
       ActionList::tr("open the menu of the event, track or marker")},
      {timeline, ActionList::tr("click"),
       ActionList::tr("select an event; on a group: expand or collapse it")},
      {timeline, ActionList::tr("Shift+drag"),
       ActionList::tr("select a range; across rows: only on those tracks")},
      {timeline, QStringLiteral("Esc"), ActionList::tr("clear the selection")},
      {search, ActionList::tr("Enter"),
       ActionList::tr("go to the selected track or event; again: to the next event")},
      {analysis, ActionList::tr("letters"), ActionList::tr("find an analysis in the list")},
      {analysis, ActionList::tr("Enter or double-click"),
       ActionList::tr("show the row in the timeline")},
      {analysis, QStringLiteral("Ctrl+C"), ActionList::tr("copy the selected rows as CSV")},
      {sql, ActionList::tr("Ctrl+Enter"), ActionList::tr("run the query")},
      {simulate, ActionList::tr("Ctrl+Enter"), ActionList::tr("run the simulation")},
      {plan, QStringLiteral("Ctrl+Z, Ctrl+Shift+Z"),
       ActionList::tr("undo, redo changes of the document")},
      {plan, QStringLiteral("Ctrl+S"), ActionList::tr("save the document")},
      {live, ActionList::tr("Ctrl+Enter"), ActionList::tr("start or stop the stream")},
  };
}

}  // namespace nscope::gui
