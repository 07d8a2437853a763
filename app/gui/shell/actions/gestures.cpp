// What the views answer themselves. Whoever adds such a key adds it here: the
// shortcuts page is made from this list, and a test compares it with the guide.
#include "app/gui/shell/actions/actions.h"

namespace nscope::gui {

std::vector<Gesture> gestures() {
  const QString timeline = ActionList::tr("Timeline");
  const QString analysis = ActionList::tr("Analyses");
  const QString sql = ActionList::tr("SQL console");
  const QString simulate = ActionList::tr("Simulate");
  const QString live = ActionList::tr("Live");
  const QString search = ActionList::tr("Search");
  return {
      {timeline, ActionList::tr("W / S, Ctrl+wheel"), ActionList::tr("zoom at the cursor")},
      {timeline, ActionList::tr("A / D, Shift+wheel, drag"), ActionList::tr("move in time")},
      {timeline, ActionList::tr("wheel"), ActionList::tr("scroll the tracks")},
      {timeline, QStringLiteral("F"), ActionList::tr("fit the selection; again: everything")},
      {timeline, ActionList::tr("Home"), ActionList::tr("show the whole run")},
      {timeline, ActionList::tr("[ and ]"), ActionList::tr("previous and next event of the track")},
      {timeline, ActionList::tr("P and N"),
       ActionList::tr("what the event waited for last; the first event that waited for it")},
      {timeline, QStringLiteral("M"),
       ActionList::tr("set a marker at the cursor, at the edge of an event where one is near")},
      {timeline, ActionList::tr(", and ."), ActionList::tr("previous and next marker")},
      {timeline, ActionList::tr("Delete"), ActionList::tr("remove the chosen marker")},
      {timeline, QStringLiteral("Ctrl+Z, Ctrl+Shift+Z"),
       ActionList::tr("take back a change of markers and annotations; make it again")},
      {timeline, ActionList::tr("Up, Down"), ActionList::tr("choose a track")},
      {timeline, ActionList::tr("Enter"),
       ActionList::tr("open or close a group, or select the track's first event on screen")},
      {timeline, ActionList::tr("Alt+Up, Alt+Down"), ActionList::tr("move the chosen track")},
      {timeline, ActionList::tr("Alt+Plus, Alt+Minus"),
       ActionList::tr("make the chosen track higher, lower")},
      {timeline, ActionList::tr("right click, Menu key"),
       ActionList::tr("what can be done with the track or marker")},
      {timeline, ActionList::tr("click"),
       ActionList::tr("select an event; on a group: open or close it")},
      {timeline, ActionList::tr("Shift+drag"),
       ActionList::tr(
           "select a range; across rows: only those tracks; summary and analyses follow")},
      {timeline, QStringLiteral("Esc"), ActionList::tr("clear the selection")},
      {search, ActionList::tr("Enter"),
       ActionList::tr("jump to the chosen track or event; again: to the next event")},
      {analysis, ActionList::tr("letters"), ActionList::tr("find an analysis in the list")},
      {analysis, ActionList::tr("Enter or double click"),
       ActionList::tr("show the row in the timeline")},
      {analysis, QStringLiteral("Ctrl+C"), ActionList::tr("copy the selected rows as CSV")},
      {sql, ActionList::tr("Ctrl+Enter"), ActionList::tr("run the query")},
      {simulate, ActionList::tr("Ctrl+Enter"), ActionList::tr("run the simulation")},
      {live, ActionList::tr("Ctrl+Enter"), ActionList::tr("start or stop the stream")},
  };
}

}  // namespace nscope::gui
