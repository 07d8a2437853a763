#pragma once

#include <QString>
#include <Qt>
#include <span>

class QWidget;

namespace nscope::gui {

class DockView;
class RunView;

/// A dock of Inspect.
struct DockKind {
  const char* id;     ///< stable: in layouts and on the command line
  const char* title;  ///< untranslated
  const char* shows;  ///< one sentence, untranslated
  Qt::DockWidgetArea area;
  bool open;  ///< in the standard layout
  DockView* (*make)(RunView& run, QWidget* parent);

  QString translated_title() const;
  QString translated_shows() const;
};

/// All docks; those of one area become tabs, or in the right area a column, in this order.
std::span<const DockKind> dock_kinds();

}  // namespace nscope::gui
