#include "importers/perfetto/text.h"

#include "importers/format/printable.h"

namespace nscope::importers::perfetto {

std::string text_of(std::string_view bytes) {
  return printable_lines(bytes);
}

}  // namespace nscope::importers::perfetto
