#pragma once

#include "app/pricing/scenario_edit.h"
#include "profiler/base/json.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QWidget>
#include <vector>

namespace nscope::gui {

/// The list of the work items of a scenario, with buttons that add, duplicate and remove items, and
/// the source of the throughput of the chosen item. It only shows the document; the receivers of
/// the signals change it. GUI thread.
class WorkList : public QWidget {
  Q_OBJECT

 public:
  explicit WorkList(QWidget* parent = nullptr);

  /// Shows the items of a document and selects one, without emitting a signal.
  void set_document(const Json& document, int chosen);
  /// Sets the text below the name of each item: its throughput.
  void set_notes(const std::vector<QString>& notes);
  int chosen() const { return list_->currentRow(); }

  QListWidget& list() { return *list_; }
  QComboBox& origin() { return *origin_; }
  QPushButton& add_button() { return *add_; }
  QPushButton& copy_button() { return *copy_; }
  QPushButton& remove_button() { return *remove_; }

 signals:
  void item_chosen(int index);
  void add_requested();
  void copy_requested();
  void remove_requested();
  void origin_requested(app::Origin origin);

 private:
  void show_notes();

  QListWidget* list_;
  QPushButton* add_;
  QPushButton* copy_;
  QPushButton* remove_;
  QLabel* origin_label_;
  QComboBox* origin_;
  std::vector<QString> names_;
  std::vector<QString> notes_;
};

}  // namespace nscope::gui
