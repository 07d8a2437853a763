#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <initializer_list>

namespace nscope::gui {

/// A framed card with a title above its content.
QFrame* plan_card(QWidget* title, QWidget* content);

/// A page with parts below each other, each with the same share of the height.
QWidget* page_of(std::initializer_list<QWidget*> parts);

/// An optional part of a document: shows its result or, if the document does not have the part, a
/// description and a button that adds it with stated assumptions. GUI thread.
class OptionalPart : public QWidget {
  Q_OBJECT

 public:
  OptionalPart(QWidget* content, const QString& offer, const QString& button,
               QWidget* parent = nullptr);

  void show_content() { show_part(content_); }
  void show_offer() { show_part(offer_); }
  bool is_offer() const { return content_->isHidden(); }
  QPushButton& button() { return *button_; }

 signals:
  void add_requested();

 private:
  void show_part(QWidget* part);

  QWidget* content_;
  QWidget* offer_;
  QPushButton* button_;
};

}  // namespace nscope::gui
