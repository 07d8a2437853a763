#pragma once

#include "app/gui/inspect/inspect_page.h"
#include "app/gui/macro/macro.h"
#include "app/gui/shell/actions/actions.h"

#include <QObject>
#include <QString>
#include <set>

namespace nscope::gui {

/// Records what the user does in Inspect: where the timeline is and what is selected, docks that
/// are opened with what is entered there, the filter and the colours of the tracks, the critical
/// path, and some actions. GUI thread.
class MacroRecorder : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive the recorder.
  MacroRecorder(InspectPage& page, ActionList& actions, QObject* parent = nullptr);

  bool is_recording() const { return recording_; }
  void start();
  /// What was recorded so far; empty if the user has done nothing.
  Macro recorded();
  void stop();

 signals:
  void changed();

 private:
  void add(MacroStep step);
  /// Adds a step for the place if it is not that of the last step with a place.
  void add_place();
  void follow_dock(const QString& id, bool visible);
  /// Records the text that was entered in the dock that sent the signal.
  void follow_input(const QString& text);

  InspectPage& page_;
  bool recording_ = false;
  Macro macro_;
  std::string color_;          ///< name of the last ColorMode
  RunPlace place_;             ///< at the start, or of the last step with a place
  std::set<QString> visible_;  ///< docks that are on screen
};

}  // namespace nscope::gui
