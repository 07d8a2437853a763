#pragma once

#include <QObject>
#include <QPushButton>

namespace nscope::gui {

/// "Open in Inspect" and "Keep …": what can be done with a run that a page has made. The page lays
/// them out, each where it wants. GUI thread.
class TraceButtons : public QObject {
  Q_OBJECT

 public:
  explicit TraceButtons(QObject* parent);

  /// What each does; `why_not` where there is no run, or it is not ready: empty where it is.
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
