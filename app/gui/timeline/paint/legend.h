#pragma once

#include "app/gui/timeline/model/slice_classes.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QWidget>
#include <memory>
#include <vector>

namespace nscope::gui {

/// A class of the legend: its colour and hatch, and its name. GUI thread.
class LegendEntry : public QAbstractButton {
  Q_OBJECT

 public:
  LegendEntry(const QString& text, const QColor& color, Pattern pattern, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString shown_;  ///< elided
  QColor color_;
  Pattern pattern_;
};

/// What the colours of a timeline mean, the longest-running class first. A click shows only
/// that class, Ctrl+click adds one or takes it away, a second click shows all. GUI thread.
class Legend : public QWidget {
  Q_OBJECT

 public:
  explicit Legend(QWidget* parent = nullptr);

  /// Null: they are being computed.
  void set_classes(std::shared_ptr<const Trace> trace, std::shared_ptr<const SliceClasses> classes);
  void set_patterns(bool on);
  /// Takes the marks off the entries unless the highlight is the legend's own.
  void follow(const HighlightPtr& highlight);

  const std::vector<LegendEntry*>& entries() const { return entries_; }
  QString message() const { return message_->isHidden() ? QString() : message_->text(); }

 signals:
  /// Null: all are shown.
  void chosen(const nscope::gui::HighlightPtr& highlight);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void rebuild();
  void choose(std::size_t index, bool add);
  void show_marks();

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const SliceClasses> classes_;
  bool patterns_ = false;
  std::set<std::uint8_t> marked_;
  HighlightPtr own_;
  QScrollArea* scroll_;
  QWidget* line_ = nullptr;
  QLabel* message_;
  std::vector<LegendEntry*> entries_;
};

}  // namespace nscope::gui
