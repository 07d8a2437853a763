#include "importers/perfetto/text.h"

#include "importers/printable.h"

namespace nscope::importers::perfetto {

std::string text_of(std::string_view bytes) {
  std::string out;
  while (true) {
    const std::size_t line = bytes.find_first_of("\n\t\r");
    out += printable(bytes.substr(0, line));
    if (line == std::string_view::npos) return out;
    out += bytes[line];
    bytes.remove_prefix(line + 1);
  }
}

}  // namespace nscope::importers::perfetto
