#include "profiler/analysis/memory/tensors.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace nscope::analysis {
namespace {

struct ListedTensor {
  std::string name;
  double bytes = 0.0;
};

Cell text_or_missing(std::string text) {
  return text.empty() ? Cell(Missing{tr("not stated")}) : Cell(std::move(text));
}

}  // namespace

Table tensor_table(const Trace& trace) {
  Table table({{.id = "tensor", .title = tr("Tensor")},
               {.id = "type", .title = tr("Kind")},
               {.id = "shape", .title = tr("Shape")},
               {.id = "bytes", .title = tr("Bytes"), .unit = "B"},
               {.id = "share", .title = tr("Share of all tensors"), .decimals = 4}});
  std::vector<ListedTensor> tensors;
  double sum = 0.0;
  for (const auto& [name, value] : trace.properties()) {
    if (!name.starts_with(property::kTensorBytes)) continue;
    const auto bytes = trace.property_number(name);
    if (!bytes) continue;
    tensors.push_back({name.substr(property::kTensorBytes.size()), *bytes});
    sum += *bytes;
  }
  std::sort(tensors.begin(), tensors.end(), [](const ListedTensor& a, const ListedTensor& b) {
    return std::tuple(-a.bytes, a.name) < std::tuple(-b.bytes, b.name);
  });
  for (const ListedTensor& tensor : tensors) {
    const auto property = [&](std::string_view prefix) {
      return text_or_missing(trace.property_text(std::string(prefix) + tensor.name));
    };
    table.add_row({tensor.name, property(property::kTensorType), property(property::kTensorShape),
                   amount(tensor.bytes), ratio(tensor.bytes, sum, phrase("no bytes"))});
  }
  if (tensors.empty()) {
    table.add_note(
        tr("The run does not contain the names of its tensors. For an NTFF capture, put its NEFF "
           "in the same folder and open the capture again."));
  }
  return table;
}

}  // namespace nscope::analysis
