#pragma once

#include "app/gui/compare/cause_model.h"
#include "app/gui/panels/section.h"

#include <QLabel>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QWidget>
#include <memory>

namespace nscope::gui {

/// Draws a cause: its signed change and share on one line, and the wrapped sentence below.
class CauseDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit CauseDelegate(QTreeView* view) : QStyledItemDelegate(view), view_(view) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  /// Width available for the text of an index.
  int text_width(const QModelIndex& index) const;

  QTreeView* view_;
};

/// The result of a comparison: both totals, the change, its causes, and the notes. GUI thread.
class ChangePanel : public QWidget {
  Q_OBJECT

 public:
  explicit ChangePanel(QWidget* parent = nullptr);

  /// Shows a comparison, which must not be null. `base` and `now` are the names of the runs.
  void show_comparison(std::shared_ptr<const analysis::Comparison> comparison, const QString& base,
                       const QString& now);
  /// Shows a message instead of a comparison.
  void show_message(const QString& message);

  QString verdict() const { return verdict_->text(); }
  QString notes() const { return notes_->text(); }
  QTreeView& causes() { return *causes_; }
  CauseModel& model() { return *model_; }

 signals:
  /// A cause was double-clicked, or Enter was pressed on it.
  void evidence_wanted(const nscope::analysis::CausePart& part);
  /// A cause became the current one by mouse or keyboard.
  void cause_chosen(const nscope::analysis::CausePart& part);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void activate(const QModelIndex& index);

  SectionTitle* title_;
  KeyFigure* base_;
  KeyFigure* now_;
  KeyFigure* change_;
  QLabel* verdict_;
  SectionTitle* causes_title_;
  CauseModel* model_;
  QTreeView* causes_;
  QLabel* notes_;
};

}  // namespace nscope::gui
