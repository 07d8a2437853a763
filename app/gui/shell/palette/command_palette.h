#pragma once

#include "app/gui/shell/palette/palette_model.h"

#include <QFrame>
#include <QPointer>
#include <functional>

class QLabel;
class QLineEdit;
class QListView;

namespace nscope::gui {

/// A search field over the window with the matching entries. Up, Down and the Page keys select an
/// entry, Enter runs it, Esc closes the palette. A child of the window, hidden until open(). GUI
/// thread.
class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  using Source = std::function<std::vector<PaletteEntry>()>;

  /// `source` returns all entries. It is called each time the palette opens.
  CommandPalette(Source source, QWidget* window);

  void open(const QString& query = {});
  /// Opens the palette, or closes it if it is open.
  void toggle();
  QLineEdit& field() { return *field_; }
  QListView& list() { return *list_; }
  const PaletteModel& model() const { return *model_; }

 signals:
  void chosen(const nscope::gui::PaletteEntry& entry);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void search(const QString& query);
  bool key(int key);
  void move(int rows);
  void choose(const QModelIndex& index);
  void place();
  void leave();

  Source source_;
  PaletteModel* model_;
  QLineEdit* field_;
  QListView* list_;
  QLabel* empty_;
  QPointer<QWidget> focus_before_;
};

}  // namespace nscope::gui
