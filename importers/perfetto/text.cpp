#include "importers/perfetto/text.h"

#include "importers/shared/printable.h"

namespace nscope::importers::perfetto {

std::string text_of(std::string_view bytes) {
  return printable_lines(bytes);
}

}  // namespace nscope::importers::perfetto
