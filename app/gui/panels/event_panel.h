#pragma once

#include "app/gui/panels/section.h"
#include "profiler/trace/trace.h"

#include <QGridLayout>
#include <QPushButton>
#include <QWidget>
#include <memory>

namespace nscope::gui {

/// Everything the capture says about the selected event, and the way to the
/// events it depends on. GUI thread.
class EventPanel : public QWidget {
  Q_OBJECT

 public:
  explicit EventPanel(QWidget* parent = nullptr);

  void set_trace(std::shared_ptr<const Trace> trace);
  /// Invalid: the empty state.
  void show_slice(SliceId slice);
  SliceId slice() const { return slice_; }

  QPushButton& predecessors_button() { return *predecessors_; }
  QPushButton& successors_button() { return *successors_; }

 signals:
  /// The user asks to see another event.
  void navigate(nscope::SliceId slice);

 private:
  void fill_fields();
  void set_up_link(QPushButton* button, const std::vector<SliceId>& ids, const QString& text);
  void follow(const std::vector<SliceId>& ids, QPushButton* button);
  QString link_text(SliceId slice) const;

  std::shared_ptr<const Trace> trace_;
  SliceId slice_;
  std::vector<SliceId> before_;
  std::vector<SliceId> after_;
  SectionTitle* title_;
  QLabel* empty_;
  QWidget* fields_ = nullptr;
  QWidget* links_;
  QPushButton* predecessors_;
  QPushButton* successors_;
  QPushButton* copy_;
};

}  // namespace nscope::gui
