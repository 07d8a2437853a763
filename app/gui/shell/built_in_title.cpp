#include "app/gui/shell/built_in_title.h"

#include <QCoreApplication>

namespace nscope::gui {
namespace {

struct BuiltInTitle {
  Q_DECLARE_TR_FUNCTIONS(BuiltInTitle)
};

}  // namespace

QString kind_title(app::BuiltIn::Kind kind) {
  using Kind = app::BuiltIn::Kind;
  switch (kind) {
    case Kind::kWorkload: return BuiltInTitle::tr("Simulation");
    case Kind::kScenario: return BuiltInTitle::tr("Cost");
    case Kind::kCompile: return BuiltInTitle::tr("Compile cache");
    case Kind::kPlan: return BuiltInTitle::tr("Capacity");
    case Kind::kMigration: return BuiltInTitle::tr("Decision");
  }
  return {};
}

}  // namespace nscope::gui
