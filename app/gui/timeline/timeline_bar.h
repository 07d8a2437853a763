#pragma once

#include "app/gui/panels/choice_box.h"
#include "app/gui/timeline/model/run_words.h"
#include "app/gui/timeline/timeline_widget.h"

#include <QLineEdit>
#include <QPushButton>
#include <QWidget>

namespace nscope::gui {

/// The controls above a timeline: track filter, colours, legend and overlays. They are updated if
/// the timeline changes. GUI thread.
class TimelineBar : public QWidget {
  Q_OBJECT

 public:
  explicit TimelineBar(TimelineWidget& timeline, QWidget* parent = nullptr);

  QLineEdit& filter() { return *filter_; }
  QComboBox& colors() { return *colors_; }
  QPushButton& legend_button() { return *legend_; }
  QPushButton& patterns_button() { return *patterns_; }

 signals:
  void legend_wanted(bool shown);

 private:
  QPushButton* add_toggle(const QString& text, const QString& tip);
  void name_modes();
  void follow_timeline();

  TimelineWidget& timeline_;
  QLineEdit* filter_;
  ChoiceBox* colors_;
  QPushButton* legend_ = nullptr;
  QPushButton* patterns_ = nullptr;
  QPushButton* path_ = nullptr;
};

/// "Operator", "Layer", ...
QString color_mode_title(ColorMode mode, RunWords words = RunWords::kNeuron);

}  // namespace nscope::gui
