#include "importers/ntff/opcodes.h"

#include "profiler/base/resources.h"

#include <charconv>
#include <string_view>
#include <vector>

namespace nscope::importers {
namespace {

constexpr std::string_view kPath = "opcodes/neuron_isa.tsv";

std::vector<std::string_view> split(std::string_view line, char by) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = line.find(by);
    parts.push_back(line.substr(0, at));
    if (at == std::string_view::npos) return parts;
    line.remove_prefix(at + 1);
  }
}

}  // namespace

Result<OpcodeNames> OpcodeNames::load() {
  const auto file = find_resource(kPath);
  if (!file) return fail(file.error());
  OpcodeNames result;
  int number = 0;
  for (const std::string_view line : split(file->content, '\n')) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const auto cells = split(line, '\t');
    unsigned code = 256;
    if (cells.size() == 4 && cells[0].starts_with("0x")) {
      std::from_chars(cells[0].data() + 2, cells[0].data() + cells[0].size(), code, 16);
    }
    if (code > 255 || cells[1].empty()) {
      return fail(ErrorCode::kInternal,
                  tr("a row must have four columns: 0xNN, name, generations, shown name"),
                  tr("{}: line {}", kPath, number));
    }
    result.names_[code] = cells[3].empty() ? cells[1] : cells[3];
  }
  return result;
}

}  // namespace nscope::importers
