#pragma once

#include <QLabel>
#include <QWidget>

class QVBoxLayout;

namespace nscope::gui {

/// A label drawn by the style sheet rule of that name.
QLabel* named_label(const char* object_name, const QString& text = {});

/// A section heading: title on the left, a muted caption on the right; without a title
/// the caption alone, on the left.
class SectionTitle : public QWidget {
 public:
  explicit SectionTitle(const QString& title, QWidget* parent = nullptr);
  void set_caption(const QString& caption);
  QString caption() const { return caption_->text(); }

 private:
  QLabel* caption_;
};

/// A card with a small label above a key figure.
class KeyFigure : public QWidget {
 public:
  explicit KeyFigure(const QString& label, QWidget* parent = nullptr);
  /// `detail` is shown on hover: definition, provenance, band.
  void set_value(const QString& value, const QString& detail);
  void set_label(const QString& label);
  void set_note(const QString& note);  ///< small line below; hidden while empty
  /// For notes that are sentences: they may take a second line.
  void let_note_wrap();
  QString value() const { return figure_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Smaller letters where the figure would need a second line; where it still does, its unit
  /// takes that, in one piece.
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
  /// The bar begins `width` pixels behind the name's begin.
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
