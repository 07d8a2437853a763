#pragma once

#include "app/gui/sql/sql_history.h"
#include "app/gui/sql/sql_names.h"

#include <QCompleter>
#include <QPlainTextEdit>
#include <QStringListModel>

namespace nscope::gui {

/// The editor for queries. Completes words during typing and on Ctrl+Space; Ctrl+Up and Ctrl+Down
/// go through the history; Ctrl+Enter emits run_wanted(). GUI thread.
class SqlEditor : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit SqlEditor(SqlNames words, QWidget* parent = nullptr);

  SqlHistory& history() { return history_; }
  QCompleter& completer() { return *completer_; }

 signals:
  void run_wanted();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  bool key_of_popup(int key) const;
  void offer(bool asked);
  void insert(const QString& word);
  void show_query(const QString& query);

  SqlNames words_;
  SqlHistory history_;
  QStringListModel* offered_;
  QCompleter* completer_;
  qsizetype prefix_ = 0;  ///< number of characters of the word that are already typed
};

}  // namespace nscope::gui
