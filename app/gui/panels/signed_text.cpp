#include "app/gui/panels/signed_text.h"

#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <cmath>
#include <string>

namespace nscope::gui {

QString signed_text(double value, const QString& size) {
  if (value == 0.0) return size;
  return (value < 0.0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + size;
}

QString signed_duration(double ns) {
  return signed_text(ns, number_text(format_duration_ns(std::abs(ns))));
}

QString signed_percent(double share) {
  const std::string size = format_percent(std::abs(share));
  // A share that is rounded to zero has no sign.
  return signed_text(size == format_percent(0.0) ? 0.0 : share, number_text(size));
}

QColor time_change_color(double ns) {
  const Tokens& t = current_tokens();
  if (ns == 0.0) return t.text;
  return ns < 0.0 ? t.good : t.bad;
}

}  // namespace nscope::gui
