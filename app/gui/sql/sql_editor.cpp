#include "app/gui/sql/sql_editor.h"

#include "app/gui/theme/theme.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QScrollBar>
#include <utility>

namespace nscope::gui {

SqlEditor::SqlEditor(SqlNames words, QWidget* parent)
    : QPlainTextEdit(parent),
      words_(std::move(words)),
      offered_(new QStringListModel(this)),
      completer_(new QCompleter(offered_, this)) {
  setFont(mono_font(12));
  setTabChangesFocus(true);
  setAccessibleName(tr("SQL query"));
  completer_->setWidget(this);
  completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  completer_->popup()->setObjectName(QStringLiteral("popupList"));
  completer_->popup()->setFont(mono_font(12));
  completer_->popup()->setAccessibleName(tr("Completions"));
  connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &SqlEditor::insert);
}

bool SqlEditor::key_of_popup(int key) const {
  if (!completer_->popup()->isVisible()) return false;
  return key == Qt::Key_Enter || key == Qt::Key_Return || key == Qt::Key_Tab ||
         key == Qt::Key_Escape || key == Qt::Key_Backtab;
}

void SqlEditor::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  const bool control = event->modifiers() == Qt::ControlModifier;
  if (control && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
    completer_->popup()->hide();
    emit run_wanted();
    return;
  }
  // The popup handles these keys.
  if (key_of_popup(key)) return event->ignore();
  if (control && key == Qt::Key_Space) return offer(true);
  if (control && key == Qt::Key_Up) return show_query(history_.older(toPlainText()));
  if (control && key == Qt::Key_Down) return show_query(history_.newer(toPlainText()));
  QPlainTextEdit::keyPressEvent(event);
  const bool typed = !event->text().isEmpty() && event->text().front().isPrint();
  if (typed || (key == Qt::Key_Backspace && completer_->popup()->isVisible())) {
    offer(false);
  } else if (!event->text().isEmpty()) {
    completer_->popup()->hide();
  }
}

void SqlEditor::focusOutEvent(QFocusEvent* event) {
  if (event->reason() != Qt::PopupFocusReason) completer_->popup()->hide();
  QPlainTextEdit::focusOutEvent(event);
}

void SqlEditor::offer(bool asked) {
  const QString text = toPlainText();
  const int at = textCursor().position();
  const SqlNames::Completion found = words_.complete(text.left(at), text.mid(at), asked);
  if (found.words.empty()) return completer_->popup()->hide();
  prefix_ = found.prefix.size();
  offered_->setStringList(found.words);
  QAbstractItemView* popup = completer_->popup();
  popup->setCurrentIndex(completer_->completionModel()->index(0, 0));
  QRect place = cursorRect();
  place.setWidth(popup->sizeHintForColumn(0) + popup->verticalScrollBar()->sizeHint().width() + 16);
  completer_->complete(place);
}

void SqlEditor::insert(const QString& word) {
  QTextCursor cursor = textCursor();
  cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(prefix_));
  cursor.insertText(word);
  setTextCursor(cursor);
}

/// Replaces the text through the cursor, so that the change can be undone.
void SqlEditor::show_query(const QString& query) {
  if (query == toPlainText()) return;
  QTextCursor cursor(document());
  cursor.select(QTextCursor::Document);
  cursor.insertText(query);
  moveCursor(QTextCursor::End);
}

}  // namespace nscope::gui

#include "moc_sql_editor.cpp"
