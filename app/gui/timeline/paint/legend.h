#pragma once

#include "app/gui/text/short_name.h"
#include "app/gui/timeline/model/slice_classes.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QWidget>
#include <memory>
#include <vector>

namespace nscope::gui {

/// An entry of the legend: colour, pattern and name of a class. GUI thread.
class LegendEntry : public QAbstractButton {
  Q_OBJECT

 public:
  /// `cut`: where the text differs from those of the other entries.
  LegendEntry(const QString& text, const NameCut& cut, const QColor& color, Pattern pattern,
              QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString shown_;  ///< elided text
  QColor color_;
  Pattern pattern_;
};

/// The legend of the colours of a timeline, sorted by total time. A click on an entry highlights
/// only that class, a second click removes the highlight, Ctrl+click adds or removes a class. GUI
/// thread.
class Legend : public QWidget {
  Q_OBJECT

 public:
  explicit Legend(QWidget* parent = nullptr);

  /// `classes` is null while they are being computed.
  void set_classes(std::shared_ptr<const Trace> trace, std::shared_ptr<const SliceClasses> classes);
  void set_patterns(bool on);
  /// Unchecks all entries unless `highlight` was set by the legend itself.
  void follow(const HighlightPtr& highlight);

  const std::vector<LegendEntry*>& entries() const { return entries_; }
  QString message() const { return message_->isHidden() ? QString() : message_->text(); }

 signals:
  /// The user chose classes; null if all are shown.
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
