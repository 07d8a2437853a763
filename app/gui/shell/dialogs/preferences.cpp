#include "app/gui/shell/dialogs/preferences.h"

#include <QSettings>
#include <algorithm>

namespace nscope::gui {
namespace {

const QString kThemeKey = QStringLiteral("theme");
const QString kLanguageKey = QStringLiteral("language");
const QString kPatternsKey = QStringLiteral("patterns");
const QString kScaleKey = QStringLiteral("scale");
const QString kReadAheadKey = QStringLiteral("readAheadGib");

}  // namespace

Preferences Preferences::load(const QSettings& settings) {
  Preferences read;
  const int theme = settings.value(kThemeKey, 0).toInt();
  if (theme >= 0 && theme <= static_cast<int>(ThemeChoice::kLight)) {
    read.theme = static_cast<ThemeChoice>(theme);
  }
  read.language = settings.value(kLanguageKey).toString();
  read.patterns = settings.value(kPatternsKey, read.patterns).toBool();
  const int scale = settings.value(kScaleKey, read.scale_percent).toInt();
  if (std::ranges::find(kScales, scale) != std::end(kScales)) read.scale_percent = scale;
  bool number = false;
  const int gib = settings.value(kReadAheadKey, read.read_ahead_gib).toInt(&number);
  if (number && gib >= 0) read.read_ahead_gib = std::min(gib, kMostReadAheadGib);
  return read;
}

void Preferences::save(QSettings& settings) const {
  settings.setValue(kThemeKey, static_cast<int>(theme));
  settings.setValue(kLanguageKey, language);
  settings.setValue(kPatternsKey, patterns);
  settings.setValue(kScaleKey, scale_percent);
  settings.setValue(kReadAheadKey, read_ahead_gib);
}

}  // namespace nscope::gui
