#pragma once

#include <QLineEdit>
#include <QListWidget>
#include <QWidget>

namespace nscope::gui {

/// What one can choose in the lower panel, under headings: every analysis of the
/// registry. Typing finds. GUI thread.
class AnalysisList : public QWidget {
  Q_OBJECT

 public:
  explicit AnalysisList(QWidget* parent = nullptr);

  /// The chosen id; empty before the first choice.
  QString chosen() const;
  /// Does nothing for an id that is not listed.
  void choose(const QString& id);
  /// A figure behind the title of an entry; negative: none.
  void set_count(const QString& id, int count);

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
