#pragma once

#include <QString>
#include <Qt>
#include <span>

class QWidget;

namespace nscope::gui {

class DockView;
class RunView;

/// A kind of dock in Inspect mode.
struct DockKind {
  const char* id;     ///< stable; used in layouts and on the command line
  const char* title;  ///< untranslated
  const char* shows;  ///< one sentence on what the dock shows, untranslated
  const char* page;   ///< of the documentation, for set_help_page()
  Qt::DockWidgetArea area;
  bool open;  ///< whether it is open in the standard layout
  DockView* (*make)(RunView& run, QWidget* parent);

  QString translated_title() const;
  QString translated_shows() const;
};

/// All kinds of docks. In this order, docks of the same area become tabs; docks of the right area
/// are stacked in a column.
std::span<const DockKind> dock_kinds();

}  // namespace nscope::gui
