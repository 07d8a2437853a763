#include "app/gui/shell/preferences.h"

#include <QSettings>
#include <algorithm>

namespace nscope::gui {
namespace {

const QString kTheme = QStringLiteral("theme");
const QString kLanguage = QStringLiteral("language");
const QString kPatterns = QStringLiteral("patterns");
const QString kScale = QStringLiteral("scale");
const QString kReadAhead = QStringLiteral("readAheadGib");

}  // namespace

Preferences Preferences::load(const QSettings& settings) {
  Preferences read;
  const int theme = settings.value(kTheme, 0).toInt();
  if (theme >= 0 && theme <= static_cast<int>(ThemeChoice::kLight)) {
    read.theme = static_cast<ThemeChoice>(theme);
  }
  read.language = settings.value(kLanguage).toString();
  read.patterns = settings.value(kPatterns, read.patterns).toBool();
  const int scale = settings.value(kScale, read.scale_percent).toInt();
  if (std::ranges::find(kScales, scale) != std::end(kScales)) read.scale_percent = scale;
  bool number = false;
  const int gib = settings.value(kReadAhead, read.read_ahead_gib).toInt(&number);
  if (number && gib >= 0) read.read_ahead_gib = std::min(gib, kMostReadAheadGib);
  return read;
}

void Preferences::save(QSettings& settings) const {
  settings.setValue(kTheme, static_cast<int>(theme));
  settings.setValue(kLanguage, language);
  settings.setValue(kPatterns, patterns);
  settings.setValue(kScale, scale_percent);
  settings.setValue(kReadAhead, read_ahead_gib);
}

}  // namespace nscope::gui
