#pragma once

#include "app/gui/theme/theme.h"

#include <QString>

class QSettings;

namespace nscope::gui {

/// What a user sets once, as kept in the settings file. A value that is missing
/// or makes no sense is the default.
struct Preferences {
  static constexpr int kScales[] = {100, 125, 150, 175, 200};
  static constexpr int kMostReadAheadGib = 1024;

  ThemeChoice theme = ThemeChoice::kSystem;
  QString language{};       ///< "de"; empty: as the system
  bool patterns = false;    ///< events have patterns besides colours
  int scale_percent = 100;  ///< of everything; from the next start on
  int read_ahead_gib = 4;   ///< sessions up to this size are read whole; 0: none

  static Preferences load(const QSettings& settings);
  void save(QSettings& settings) const;
  friend bool operator==(const Preferences&, const Preferences&) = default;
};

}  // namespace nscope::gui
