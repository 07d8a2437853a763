#pragma once

#include <QObject>
#include <QPushButton>

namespace nscope::gui {

/// The buttons "Open in Inspect" and "Save Run As…" for a run that a page has created. The page
/// adds them to its layout. GUI thread.
class TraceButtons : public QObject {
  Q_OBJECT

 public:
  explicit TraceButtons(QObject* parent);

  /// Enables the buttons if `why_not` is empty and sets their tooltips to what they do. Otherwise
  /// disables them and sets their tooltips to `why_not`, the reason why no run is available.
  void show_state(const QString& open_help, const QString& keep_help, const QString& why_not);
  QPushButton* open() { return open_; }
  QPushButton* keep() { return keep_; }

 signals:
  void open_clicked();
  void keep_clicked();

 private:
  QPushButton* open_;
  QPushButton* keep_;
};

}  // namespace nscope::gui
