#pragma once

#include "app/gui/panels/choice_box.h"

#include <QCompleter>
#include <QLineEdit>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

class QStandardItemModel;

namespace nscope::gui {

/// Choices of a long list: the id, and facts that help to choose and can be searched.
using ChoiceRows = std::vector<std::pair<std::string, QString>>;
/// The index of the first choice of each group, and the heading of the group.
using ChoiceGroups = std::vector<std::pair<std::size_t, QString>>;

/// A model with the choices in numeric order, within their groups if there are any. Headings are
/// rows that cannot be chosen.
QStandardItemModel* choice_model(const ChoiceRows& choices, const ChoiceGroups& groups,
                                 QObject* parent);

/// Completes an id by any part of it, of its facts or of the heading of its group. In a list, it
/// completes the last entry.
class ChoiceCompleter : public QCompleter {
 public:
  ChoiceCompleter(QStandardItemModel* model, bool is_list, QObject* parent);
  /// Shows all choices below `line`, with their headings. In a list, the chosen one is appended.
  void show_all(QLineEdit& line);

  QString pathFromIndex(const QModelIndex& index) const override;
  QStringList splitPath(const QString& path) const override;

 private:
  bool is_list_;
  bool appends_ = false;
};

/// A text field with a list of choices, which its arrow and the Down key open.
class ChoiceLine : public QLineEdit {
 public:
  ChoiceLine(const ChoiceRows& choices, const ChoiceGroups& groups, bool is_list,
             QWidget* parent = nullptr);
  void show_choices();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  bool is_arrow(const QPointF& at) const;

  ChoiceCompleter* completer_;
};

/// An editable combo box with such a list.
class SearchBox : public ChoiceBox {
 public:
  explicit SearchBox(const QString& name, QWidget* parent = nullptr);
  void set_choices(const ChoiceRows& choices, const ChoiceGroups& groups);
  /// Adds a choice of the user above all others, if it is new.
  void add_choice(const QString& id);

  void showPopup() override;
};

}  // namespace nscope::gui
