#include "app/gui/text/built_in_title.h"

#include <QCoreApplication>

namespace nscope::gui {

QString kind_title(app::BuiltIn::Kind kind) {
  using Kind = app::BuiltIn::Kind;
  const auto tr = [](const char* text) { return QCoreApplication::translate("BuiltIn", text); };
  switch (kind) {
    case Kind::kWorkload:
    case Kind::kCompile: return tr("Simulation");
    case Kind::kScenario: return tr("Cost");
    case Kind::kPlan: return tr("Fleet");
    case Kind::kMigration: return tr("Decision");
  }
  return {};
}

}  // namespace nscope::gui
