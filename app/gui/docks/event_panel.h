#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"
#include "profiler/trace/trace.h"

#include <QGridLayout>
#include <QLineEdit>
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
  QPushButton& copy_button() { return *copy_; }
  /// Finds fields by name, key or value.
  QLineEdit& filter() { return *filter_; }
  /// Labels of the fields that are shown.
  QStringList shown_fields() const;
  /// Everything the event depends on and all that depends on it.
  TablePanel& dependencies() { return *dependencies_; }

 signals:
  /// The user asks to see another event.
  void navigate(nscope::SliceId slice);

 private:
  void fill_fields();
  void filter_fields();
  void fill_dependencies();
  void set_up_link(QPushButton* button, const std::vector<SliceId>& ids, const QString& text);
  void follow(const std::vector<SliceId>& ids, QPushButton* button);
  QString link_text(SliceId slice) const;

  std::shared_ptr<const Trace> trace_;
  SliceId slice_;
  struct FieldRow {
    QString searched;  ///< label, key and value
    QLabel* label = nullptr;
    QLabel* value = nullptr;
  };
  std::vector<FieldRow> field_rows_;
  std::vector<SliceId> before_;
  std::vector<SliceId> after_;
  SectionTitle* title_;
  QLabel* empty_;
  QLineEdit* filter_;
  QWidget* fields_ = nullptr;
  QWidget* links_;
  QPushButton* predecessors_;
  QPushButton* successors_;
  QPushButton* copy_;
  TablePanel* dependencies_;
};

}  // namespace nscope::gui
