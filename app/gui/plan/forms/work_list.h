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

/// The work items of a scenario: which one is edited, buttons that add, copy and remove, and
/// where the chosen one's throughput comes from. Shows; whoever listens changes the document.
/// GUI thread.
class WorkList : public QWidget {
  Q_OBJECT

 public:
  explicit WorkList(QWidget* parent = nullptr);

  /// Shows the items of a document and chooses one, without a signal.
  void set_document(const Json& document, int chosen);
  /// Small text below the name of an item: its throughput.
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
