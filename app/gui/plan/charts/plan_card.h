#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <initializer_list>

namespace nscope::gui {

/// A framed part of a result column: a title above its content.
QFrame* plan_card(QWidget* title, QWidget* content);

/// Parts below each other, in equal shares of the height.
QWidget* page_of(std::initializer_list<QWidget*> parts);

/// Something that a document may ask for: its result, or in its place what it would be and a
/// button that adds it with stated assumptions. GUI thread.
class OptionalPart : public QStackedWidget {
  Q_OBJECT

 public:
  OptionalPart(QWidget* content, const QString& offer, const QString& button,
               QWidget* parent = nullptr);

  void show_content() { setCurrentIndex(0); }
  void show_offer() { setCurrentIndex(1); }
  bool is_offer() const { return currentIndex() == 1; }
  QPushButton& button() { return *button_; }

 signals:
  void add_requested();

 private:
  QPushButton* button_;
};

}  // namespace nscope::gui
