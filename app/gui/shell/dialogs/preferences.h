#pragma once

#include "app/gui/theme/theme.h"

#include <QString>

class QSettings;

namespace nscope::gui {

/// The preferences of the user, as stored in the settings file. Absent or invalid values are
/// replaced by their defaults.
struct Preferences {
  static constexpr int kScales[] = {100, 125, 150, 175, 200};
  static constexpr int kMostReadAheadGib = 1024;

  ThemeChoice theme = ThemeChoice::kSystem;
  QString language{};       ///< "de"; empty: that of the system
  bool patterns = false;    ///< events are hatched in addition to their colours
  int scale_percent = 100;  ///< interface scale; takes effect after restart
  int read_ahead_gib = 4;   ///< sessions up to this size are prefetched; 0: none

  static Preferences load(const QSettings& settings);
  void save(QSettings& settings) const;
  friend bool operator==(const Preferences&, const Preferences&) = default;
};

}  // namespace nscope::gui
