#include "app/gui/shell/run_caption.h"

#include "app/gui/text/provenance_text.h"
#include "app/gui/text/text.h"
#include "profiler/trace/vocabulary.h"

#include <QCoreApplication>
#include <QStringList>

namespace nscope::gui {

QString run_caption(const Trace& trace, const QString& title) {
  QStringList parts{title};
  const auto add = [&](std::string_view key, const QString& prefix = {}) {
    const QString text = to_qstring(trace.property_text(key));
    if (!text.isEmpty()) parts << prefix + text.section(QLatin1Char(' '), 0, 0);
  };
  add(property::kInstanceType);
  if (const auto cores = trace.property_number(property::kPhysicalCores)) {
    const int count = static_cast<int>(*cores);
    parts << (count == 1 ? QCoreApplication::translate("RunCaption", "1 core")
                         : QCoreApplication::translate("RunCaption", "%1 cores").arg(count));
  }
  add(property::kRuntimeVersion, QCoreApplication::translate("RunCaption", "runtime "));
  if (const QString provenance = provenance_text(trace); !provenance.isEmpty()) parts << provenance;
  return parts.join(QStringLiteral(" · "));
}

}  // namespace nscope::gui
