#pragma once

#include "app/gui/panels/section.h"

#include <QComboBox>
#include <QLabel>
#include <QStringList>
#include <QWidget>
#include <array>
#include <cstddef>

namespace nscope::gui {

/// What the answer says of one item, chosen by its label: four key figures, what a panel shows
/// below them, and a note on where it comes from, or why it is not known. GUI thread.
class ItemPanel : public QWidget {
  Q_OBJECT

 public:
  QComboBox& items() { return *items_; }
  QString note() const { return note_->text(); }

 protected:
  /// `name` says to a screen reader what is chosen.
  ItemPanel(const QString& name, const std::array<QString, 4>& figures, QWidget* parent);

  /// Below the figures; once.
  void lay_out(QWidget* content);
  /// The labels to choose from; goes on with the one that was chosen, if it is there.
  void set_items(const QStringList& labels);
  /// Index into the labels.
  virtual void show_item(std::size_t item) = 0;
  KeyFigure& figure(std::size_t index) { return *figures_[index]; }
  /// Without content the note alone says why.
  void show_content(bool known, const QString& note);

 private:
  void show_chosen();

  QComboBox* items_;
  std::array<KeyFigure*, 4> figures_{};
  QWidget* known_;
  QLabel* note_;
};

}  // namespace nscope::gui
