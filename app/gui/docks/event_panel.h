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

/// Shows all fields that the capture has for the selected event, and links to its predecessors and
/// successors. GUI thread.
class EventPanel : public QWidget {
  Q_OBJECT

 public:
  explicit EventPanel(QWidget* parent = nullptr);

  void set_trace(std::shared_ptr<const Trace> trace);
  /// Shows `slice`, or the empty state if `slice` is invalid.
  void show_slice(SliceId slice);
  SliceId slice() const { return slice_; }
  /// The event with which the shown one is compared; invalid: none. Call show_slice() afterwards.
  void set_baseline(SliceId baseline) { baseline_ = baseline; }
  /// The differences from the baseline; empty if there is none.
  QString comparison() const { return comparison_->isHidden() ? QString() : comparison_->text(); }

  QPushButton& predecessors_button() { return *predecessors_; }
  QPushButton& successors_button() { return *successors_; }
  QPushButton& copy_button() { return *copy_; }
  /// Filters the fields by label, key or value.
  QLineEdit& filter() { return *filter_; }
  /// Labels of the fields that pass the filter.
  QStringList shown_fields() const;
  /// The predecessors of the event, then its successors.
  TablePanel& dependencies() { return *dependencies_; }

 signals:
  /// The user chose a predecessor or successor to go to.
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
  SliceId baseline_;
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
  QLabel* comparison_;
  QLineEdit* filter_;
  QWidget* fields_ = nullptr;
  QWidget* links_;
  QPushButton* predecessors_;
  QPushButton* successors_;
  QPushButton* copy_;
  TablePanel* dependencies_;
};

}  // namespace nscope::gui
