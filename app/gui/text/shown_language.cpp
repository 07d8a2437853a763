#include "app/gui/text/shown_language.h"

#include <utility>

namespace nscope::gui {
namespace {

nscope::Language& stored() {
  static nscope::Language language;
  return language;
}

}  // namespace

const nscope::Language& shown_language() {
  return stored();
}

void set_shown_language(nscope::Language language) {
  stored() = std::move(language);
}

}  // namespace nscope::gui
