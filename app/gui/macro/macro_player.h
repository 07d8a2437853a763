#pragma once

#include "app/gui/inspect/inspect_page.h"
#include "app/gui/macro/macro.h"
#include "app/gui/shell/actions/actions.h"

#include <QObject>
#include <QTimer>
#include <functional>

namespace nscope::gui {

/// Plays a macro in Inspect, one step after the other. Each step waits until the work of the one
/// before it is done. GUI thread.
class MacroPlayer : public QObject {
  Q_OBJECT

 public:
  /// `is_busy` says whether background work is running. All must outlive the player.
  MacroPlayer(InspectPage& page, ActionList& actions, std::function<bool()> is_busy,
              QObject* parent = nullptr);

  bool is_playing() const { return playing_; }
  /// Starts to play, from the beginning. `name` is the name of the file, for messages. A run must
  /// be open.
  void play(Macro macro, std::string name);

 signals:
  /// The macro has ended; `error` is null if all steps were done.
  void finished(const nscope::Error* error);

 private:
  void next();
  Result<> do_step(const MacroStep& step);
  void finish(const Error* error);

  InspectPage& page_;
  ActionList& actions_;
  std::function<bool()> is_busy_;
  bool playing_ = false;
  Macro macro_;
  std::string name_;
  std::size_t step_ = 0;  ///< the next one
  QTimer timer_;
};

}  // namespace nscope::gui
