#include "profiler/analysis/memory/tensors.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace nscope::analysis {
namespace {

struct Tensor {
  std::string name;
  double bytes = 0.0;
};

Cell text_or_missing(std::string text) {
  return text.empty() ? Cell(Missing{"not stated"}) : Cell(std::move(text));
}

}  // namespace

Table tensor_table(const Trace& trace) {
  Table table({{.id = "tensor", .title = "Tensor"},
               {.id = "type", .title = "Kind"},
               {.id = "shape", .title = "Shape"},
               {.id = "bytes", .title = "Bytes", .unit = "B"},
               {.id = "share", .title = "Share of the tensors", .decimals = 4}});
  std::vector<Tensor> tensors;
  double sum = 0.0;
  for (const auto& [name, value] : trace.properties()) {
    if (!name.starts_with(property::kTensorBytes)) continue;
    const auto bytes = trace.property_number(name);
    if (!bytes) continue;
    tensors.push_back({name.substr(property::kTensorBytes.size()), *bytes});
    sum += *bytes;
  }
  std::sort(tensors.begin(), tensors.end(), [](const Tensor& a, const Tensor& b) {
    return std::tuple(-a.bytes, a.name) < std::tuple(-b.bytes, b.name);
  });
  for (const Tensor& tensor : tensors) {
    const auto property = [&](std::string_view prefix) {
      return text_or_missing(trace.property_text(std::string(prefix) + tensor.name));
    };
    table.add_row({tensor.name, property(property::kTensorType), property(property::kTensorShape),
                   amount(tensor.bytes), ratio(tensor.bytes, sum, "no bytes")});
  }
  if (tensors.empty()) {
    table.add_note(
        "The run does not name its tensors; NTFF captures that are opened beside "
        "their NEFF do.");
  }
  return table;
}

}  // namespace nscope::analysis
