#include "costmodel/migration/compatibility.h"

#include "costmodel/checks/guards.h"
#include "profiler/base/format.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using Row = CompatibilityRow;
using State = Row::State;

constexpr std::string_view kCatalogue = "Neuronscope catalogue";

Row unknown(std::string check, std::string why) {
  return {std::move(check), State::kUnknown, std::move(why), std::string(kCatalogue), ""};
}

Row data_type(const catalog::Device& device, const std::string& dtype) {
  const std::string check = "data type " + dtype;
  const auto found = device.peak.find(dtype);
  if (found == device.peak.end()) {
    std::string known;
    for (const auto& [name, fact] : device.peak) known += (known.empty() ? "" : ", ") + name;
    return unknown(check, fmt::format("no published rate of {} for {}; published: {}", dtype,
                                      device.title, known));
  }
  const catalog::Fact& fact = found->second;
  std::string text = fmt::format("{} a chip", format_si(fact.value, "FLOP/s"));
  if (!fact.note.empty()) text += "; " + fact.note;
  const bool lowered = fact.note.find("lowered") != std::string::npos;
  return {check, lowered ? State::kPartly : State::kYes, text, fact.source, fact.date};
}

Row tensor_parallel(const catalog::Catalog& catalog, const catalog::Instance& instance,
                    const WorkEstimate& work) {
  const int degree = work.shape.tensor_parallel;
  if (degree == 0) return unknown("tensor parallelism", "the study states no degree");
  const std::string check = fmt::format("tensor parallel degree {}", degree);
  const auto& list = instance.tensor_parallel_degrees;
  if (list.empty()) {
    return unknown(check, fmt::format("nobody published the degrees for {}; it has {} cores",
                                      instance.id, catalog.logical_cores_of(instance)));
  }
  std::string degrees;
  for (const catalog::Fact& fact : list) {
    degrees += fmt::format("{}{:.0f}", degrees.empty() ? "" : ", ", fact.value);
  }
  const auto found = std::find_if(list.begin(), list.end(), [&](const catalog::Fact& fact) {
    return static_cast<int>(fact.value) == degree;
  });
  const catalog::Fact& cited = found != list.end() ? *found : list.front();
  return {check, found != list.end() ? State::kYes : State::kNo, "supported degrees: " + degrees,
          cited.source, cited.date};
}

Row heads(const catalog::Model& model, int degree) {
  const std::string check = "attention heads per core";
  if (degree == 0 || model.heads == 0) return unknown(check, "heads or degree are not known");
  const int kv = model.kv_heads;
  if (model.heads % degree != 0) {
    return {check, State::kPartly,
            fmt::format("{} heads over {} cores: padded to {} per core", model.heads, degree,
                        (model.heads + degree - 1) / degree),
            model.source, model.date};
  }
  if (kv > 0 && kv < degree) {
    return {check, State::kPartly,
            fmt::format("{} heads divide by {}; {} key-value heads are replicated", model.heads,
                        degree, kv),
            model.source, model.date};
  }
  return {check, State::kYes, fmt::format("{} heads over {} cores", model.heads, degree),
          model.source, model.date};
}

Row context(const catalog::Model& model, const WorkShape& shape) {
  const int tokens = shape.input_tokens + shape.output_tokens;
  const std::string check = "context length";
  if (tokens == 0) return unknown(check, "the study states no lengths");
  if (model.max_positions == 0) {
    return unknown(check, fmt::format("{} tokens needed; the model states no limit", tokens));
  }
  return {check, tokens <= model.max_positions ? State::kYes : State::kNo,
          fmt::format("{} tokens needed, {} positions", tokens, model.max_positions), model.source,
          model.date};
}

Row memory(const catalog::Catalog& catalog, const WorkEstimate& work) {
  const auto findings = memory_fit_guard(catalog, work);
  if (findings.empty()) {
    return unknown("memory", "the study does not say enough of the model to check it");
  }
  const auto worst =
      std::max_element(findings.begin(), findings.end(),
                       [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
  const State state = worst->severity == Severity::kError     ? State::kNo
                      : worst->severity == Severity::kWarning ? State::kPartly
                                                              : State::kYes;
  return {"memory", state, worst->message, std::string(kCatalogue), ""};
}

Row network(const catalog::Instance& instance, int count) {
  const std::string check = "network between instances";
  if (count == 1) {
    return {check, State::kYes, "one instance, not needed", std::string(kCatalogue), ""};
  }
  if (!instance.efa_count) {
    return unknown(check, fmt::format("{} instances; the number of EFA interfaces of {} is not "
                                      "published",
                                      count, instance.id));
  }
  return {check, instance.efa_interfaces > 0 ? State::kYes : State::kNo,
          fmt::format("{} instances, {} EFA interfaces each", count, instance.efa_interfaces),
          instance.efa_count->source, instance.efa_count->date};
}

Row region(const PriceBook& book, const RoiSide& side, Day day) {
  const std::string check = fmt::format("{}, {}", side.region, title(side.option));
  const PriceState state = book.as_of(side.work.estimate.instance, side.region, side.option, day);
  if (const auto* price = std::get_if<Priced>(&state)) {
    return {check, State::kYes, fmt::format("{} USD/h", format_usd(price->per_hour, 4)),
            price->source, to_string(price->date)};
  }
  if (const auto* none = std::get_if<NotOffered>(&state)) {
    return {check, State::kNo, "not offered: " + none->reason, none->source, to_string(none->date)};
  }
  return unknown(check, "no price known: " + std::get<UnknownPrice>(state).remedy);
}

Row own(const ChecklistItem& item) {
  using Own = ChecklistItem::State;
  const State state = item.state == Own::kSupported     ? State::kYes
                      : item.state == Own::kUnsupported ? State::kNo
                                                        : State::kUnknown;
  return {item.item, state, "stated in the study", item.source, ""};
}

}  // namespace

std::string_view to_string(CompatibilityRow::State state) {
  switch (state) {
    case State::kYes: return "yes";
    case State::kPartly: return "partly";
    case State::kNo: return "no";
    case State::kUnknown: return "unknown";
  }
  return "";
}

std::vector<CompatibilityRow> compatibility(const catalog::Catalog& catalog, const PriceBook& book,
                                            const RoiStudy& study, Day day) {
  const WorkEstimate& work = study.target.work.estimate;
  std::vector<Row> rows;
  const auto instance = catalog.instance(work.instance);
  if (!instance) {
    rows.push_back(unknown("device", work.instance + " is not in the catalogue"));
  } else {
    const catalog::Device& device = catalog.device_of(**instance);
    rows.push_back(
        {"device", State::kYes,
         fmt::format("{} x {} ({})", (*instance)->chips, device.title, device.generation),
         (*instance)->chip_count.source, (*instance)->chip_count.date});
    rows.push_back(data_type(device, work.shape.dtype));
    rows.push_back(tensor_parallel(catalog, **instance, work));
    rows.push_back(network(**instance, work.count));
  }
  const auto model = catalog.model(work.shape.model);
  if (model) {
    rows.push_back({"model dimensions", State::kYes,
                    fmt::format("{}, {}", (*model)->id, to_string((*model)->architecture)),
                    (*model)->source, (*model)->date});
    rows.push_back(heads(**model, work.shape.tensor_parallel));
    rows.push_back(context(**model, work.shape));
  } else {
    rows.push_back(
        unknown("model dimensions", work.shape.model.empty()
                                        ? "the study names no model of the catalogue"
                                        : work.shape.model + " is not in the catalogue"));
  }
  rows.push_back(memory(catalog, work));
  rows.push_back(region(book, study.target, day));
  rows.push_back(unknown("operators and custom kernels",
                         "the catalogue has no list of the operators that the Neuron compiler "
                         "supports; compile the model (torch_neuronx.analyze) and state the result "
                         "in \"checklist\""));
  for (const ChecklistItem& item : study.checklist) rows.push_back(own(item));
  return rows;
}

}  // namespace nscope::cost
