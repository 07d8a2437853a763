#pragma once

#include "app/live/live_session.h"

#include <QString>
#include <array>

namespace nscope::gui {

/// What is said of a stream.
struct StateText {
  QString title;    ///< "Live", "No connection"
  QString details;  ///< "Trying again in 4 s (attempt 2): exit code 255: ..."
  bool alarming = false;
};

/// `held`: the display is paused, or the run that is played.
StateText state_text(const app::LiveStatus& status, bool held);

/// A key figure of a stream.
struct FigureText {
  QString label;
  QString value;
  QString note;
  QString definition;
};
inline constexpr std::size_t kLiveFigures = 5;
std::array<FigureText, kLiveFigures> figure_texts(const app::LiveStatus& status);

/// What was counted, one line each: "other_line × 3: line 7: ..."; "" where nothing was.
QString diagnostics_text(const app::LiveStatus& status);

}  // namespace nscope::gui
