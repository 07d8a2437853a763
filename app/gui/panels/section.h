#pragma once

#include "app/gui/panels/elided_label.h"

#include <QLabel>
#include <QWidget>

class QVBoxLayout;

namespace nscope::gui {

/// A label with the style sheet rule of `object_name`.
QLabel* named_label(const char* object_name, const QString& text = {});

/// A section heading with the title on the left and a muted caption on the right. Without a title,
/// only the caption, on the left. A caption that does not fit is elided, so that it never widens
/// its column.
class SectionTitle : public QWidget {
 public:
  explicit SectionTitle(const QString& title, QWidget* parent = nullptr);
  void set_caption(const QString& caption);
  QString caption() const { return caption_->text(); }

 private:
  ElidedLabel* caption_;
};

/// A card with a small label above a key figure.
class KeyFigure : public QWidget {
 public:
  explicit KeyFigure(const QString& label, QWidget* parent = nullptr);
  /// `detail` is the tooltip: definition, provenance, error band.
  void set_value(const QString& value, const QString& detail);
  void set_label(const QString& label);
  void set_note(const QString& note);  ///< small line below; hidden while empty
  /// Lets the note wrap to a second line, for notes that are sentences.
  void let_note_wrap();
  QString value() const { return figure_; }
  QString note() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Uses a smaller font if the value would not fit in one line. If it still does not fit, puts the
  /// unit, unbroken, on a second line.
  void fit_value();

  QString figure_;
  QLabel* label_;
  QLabel* value_;
  QLabel* note_;
};

/// A name, a bar and a percentage on one line.
class ShareBar : public QWidget {
 public:
  ShareBar(QString name, QColor color, QWidget* parent = nullptr);
  /// `width` is the distance in pixels from the start of the name to the start of the bar.
  void set_name(QString name, QColor color, int width = kNameWidth);
  /// A negative share means unknown.
  void set_share(double share);
  double share() const { return share_; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  static constexpr int kNameWidth = 74;

  QString name_;
  int name_width_ = kNameWidth;
  QColor color_;
  double share_ = -1.0;
};

}  // namespace nscope::gui
