#pragma once

#include "app/live/live_session.h"

#include <QString>
#include <array>

namespace nscope::gui {

/// The state of a stream as text.
struct StateText {
  QString title;    ///< "Live", "No connection"
  QString details;  ///< "Retrying in 4 s (attempt 2): exit code 255: ..."
  bool alarming = false;
};

/// `held`: the display or the playback is paused.
StateText state_text(const app::LiveStatus& status, bool held);

/// A key figure of a stream as text.
struct FigureText {
  QString label;
  QString value;
  QString note;
  QString definition;
};
inline constexpr std::size_t kLiveFigures = 5;
std::array<FigureText, kLiveFigures> figure_texts(const app::LiveStatus& status);

/// The diagnostics, one per line: "other_line × 3: line 7: ..."; empty if there are none.
QString diagnostics_text(const app::LiveStatus& status);

}  // namespace nscope::gui
