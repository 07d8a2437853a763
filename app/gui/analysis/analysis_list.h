#pragma once

#include <QLineEdit>
#include <QListWidget>
#include <QWidget>

namespace nscope::gui {

/// A list of all analyses of the registry, under group headings. Typing filters the list. GUI
/// thread.
class AnalysisList : public QWidget {
  Q_OBJECT

 public:
  explicit AnalysisList(QWidget* parent = nullptr);

  /// The id of the selected analysis; empty before the first selection.
  QString chosen() const;
  /// Selects an analysis. Does nothing if `id` is not in the list.
  void choose(const QString& id);
  /// Changes the title of an entry, in the words of the run.
  void set_title(const QString& id, const QString& title);
  /// Shows a number after the title of an entry; negative: no number.
  void set_count(const QString& id, int count);

  /// The width in which no title is elided.
  int full_width() const;

  QLineEdit& filter() { return *filter_; }
  QListWidget& entries() { return *entries_; }

 signals:
  void chosen_changed(const QString& id);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void add_heading(const QString& title);
  void add_entry(const QString& id, const QString& title, const QString& tip, const QString& words);
  void apply_filter(const QString& text);
  void choose_first();
  bool filter_key(int key);
  QListWidgetItem* item(const QString& id) const;

  QLineEdit* filter_;
  QListWidget* entries_;
};

}  // namespace nscope::gui
