#pragma once

#include <QObject>

namespace nscope::gui {

/// An event filter of the application: the mouse wheel scrolls a form and never changes the fields
/// that pass below the pointer. Fields outside of scroll areas keep the wheel. GUI thread.
class WheelGuard : public QObject {
 public:
  /// Installs itself; `parent` owns it.
  explicit WheelGuard(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace nscope::gui
