// The CSV format of resources/prices/, in which users state prices that are in no list.
#include "costmodel/price_formats/readers.h"
#include "costmodel/prices/price_file.h"
#include "profiler/base/files/unpacked_text.h"

#include <set>

#include <fmt/format.h>

namespace nscope::cost {

bool sniff_own_prices(std::string_view head) {
  return head.starts_with("instance,region,zone,option,term,usd_per_hour,date,source,state,note");
}

Result<> read_own_prices(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  const auto text = whole_text(input.file, control);
  if (!text) return fail(text.error());
  auto rows = read_prices(*text, input.file.name());
  if (!rows) return fail(rows.error());
  std::set<std::string> cited;
  for (PriceObservation& row : *rows) {
    if (cited.size() < 8) cited.insert(row.source);
    if (auto ok = sink.row(std::move(row)); !ok) return ok;
  }
  sink.describe({.id = {},
                 .name = fmt::format("Own price file ({})", fmt::join(cited, ", ")),
                 .origin = input.file.name(),
                 .retrieved = to_string(input.today),
                 .note = {}});
  return {};
}

}  // namespace nscope::cost
