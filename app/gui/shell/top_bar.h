#pragma once

#include "app/gui/panels/elided_label.h"

#include <QWidget>
#include <vector>

class QButtonGroup;
class QLabel;
class QMenu;
class QToolButton;

namespace nscope::gui {

class SearchField;

enum class Mode { kInspect, kSimulate, kLive, kCompare, kPlan, kSweep };
inline constexpr Mode kModes[] = {Mode::kInspect, Mode::kSimulate, Mode::kLive,
                                  Mode::kCompare, Mode::kPlan,     Mode::kSweep};
QString mode_title(Mode mode);
/// The name on the command line: "inspect".
QString mode_id(Mode mode);

/// The bar at the top: main menu, modes, search field, and the caption of the open run. GUI thread.
class TopBar : public QWidget {
  Q_OBJECT

 public:
  explicit TopBar(QMenu* menu, QWidget* parent = nullptr);

  void set_mode(Mode mode);
  void set_caption(const QString& text);
  SearchField& search() { return *search_; }
  void open_menu();

 signals:
  void mode_requested(nscope::gui::Mode mode);

 private:
  QToolButton* wordmark_;
  QButtonGroup* modes_;
  SearchField* search_;
  ElidedLabel* caption_;
};

}  // namespace nscope::gui
