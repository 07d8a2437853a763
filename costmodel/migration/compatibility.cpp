#include "costmodel/migration/compatibility.h"

#include "costmodel/checks/guards.h"
#include "costmodel/money/figures.h"
#include "simcore/catalog/layer_shard.h"

#include <algorithm>

namespace nscope::cost {
namespace {

using Row = CompatibilityRow;
using State = Row::State;

constexpr Phrase kCatalogue = phrase("Neuronscope catalogue");

Row unknown(Text check, Text why) {
  return {std::move(check), State::kUnknown, std::move(why), kCatalogue};
}

/// A row with the source of a fact of the catalogue.
template <class Fact>
Row cited(Text check, State state, Text finding, const Fact& fact) {
  return {std::move(check), state, std::move(finding), Text::verbatim(fact.source), fact.date};
}

Row data_type(const catalog::Device& device, const std::string& dtype) {
  const Text check = tr("Data type {}", dtype);
  const auto found = device.peak.find(dtype);
  if (found == device.peak.end()) {
    std::string known;
    for (const auto& [name, fact] : device.peak) known += (known.empty() ? "" : ", ") + name;
    return unknown(check, tr("the peak of {} with {} is not published; published: {}", device.title,
                             dtype, known));
  }
  const catalog::Fact& fact = found->second;
  const Text peak = tr("{} per chip", as::value(fact.value, "FLOP/s"));
  const bool lowered = fact.note.find("lowered") != std::string::npos;
  return cited(check, lowered ? State::kPartly : State::kYes,
               lowered ? tr("{}; {}", peak, fact.note) : peak, fact);
}

Row tensor_parallel(const catalog::Catalog& catalog, const catalog::Instance& instance,
                    const WorkEstimate& work) {
  const int degree = work.shape.tensor_parallel;
  if (degree == 0) return unknown(tr("Tensor parallelism"), tr("the study states no degree"));
  const Text check = tr("Tensor parallel degree {}", degree);
  const auto& list = instance.tensor_parallel_degrees;
  if (list.empty()) {
    return unknown(check, tr("the supported degrees of {} are not published; it has {} cores",
                             instance.id, catalog.logical_cores_of(instance)));
  }
  std::vector<Text> degrees;
  for (const catalog::Fact& fact : list) degrees.push_back(tr("{}", as::fixed(fact.value, 0)));
  const auto found = std::find_if(list.begin(), list.end(), [&](const catalog::Fact& fact) {
    return static_cast<int>(fact.value) == degree;
  });
  const bool supported = found != list.end();
  return cited(check, supported ? State::kYes : State::kNo,
               tr("supported degrees: {}", joined(degrees)), supported ? *found : list.front());
}

Row heads(const catalog::Model& model, int degree) {
  const Text check = tr("Attention heads per core");
  if (degree == 0 || model.heads == 0) {
    return unknown(check, tr("the number of heads or the degree is unknown"));
  }
  const int kv = model.kv_heads;
  if (model.heads % degree != 0) {
    return cited(check, State::kPartly,
                 tr("{} heads on {} cores, padded to {} per core", model.heads, degree,
                    (model.heads + degree - 1) / degree),
                 model);
  }
  if (kv > 0 && kv < degree) {
    return cited(
        check, State::kPartly,
        tr("{} heads on {} cores; the {} key-value heads are replicated", model.heads, degree, kv),
        model);
  }
  return cited(check, State::kYes, tr("{} heads on {} cores", model.heads, degree), model);
}

Row context(const catalog::Model& model, const WorkShape& shape) {
  const int tokens = shape.input_tokens + shape.output_tokens;
  const Text check = tr("Context length");
  if (tokens == 0) return unknown(check, tr("the study states no lengths"));
  if (catalog::has_unlimited_sequences(model)) {
    return cited(
        check, State::kYes,
        tr("{} tokens are required; sequences of the model have no limit", as::count(tokens)),
        model);
  }
  if (model.max_positions == 0) {
    return unknown(
        check, tr("{} tokens are required; the number of positions is unknown", as::count(tokens)));
  }
  return cited(check, tokens <= model.max_positions ? State::kYes : State::kNo,
               tr("{} tokens are required; the model has {} positions", as::count(tokens),
                  as::count(model.max_positions)),
               model);
}

Row memory(const catalog::Catalog& catalog, const WorkEstimate& work) {
  const auto findings = memory_fit_guard(catalog, work);
  if (findings.empty()) {
    return unknown(tr("Memory"), tr("the study does not describe the model sufficiently"));
  }
  const auto worst =
      std::max_element(findings.begin(), findings.end(),
                       [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
  const State state = worst->severity == Severity::kError     ? State::kNo
                      : worst->severity == Severity::kWarning ? State::kPartly
                                                              : State::kYes;
  return {.check = tr("Memory"),
          .state = state,
          .finding = worst->message,
          .source = kCatalogue,
          .from_guard = true};
}

Row network(const catalog::Instance& instance, int count) {
  const Text check = tr("Network between instances");
  if (count == 1) {
    return {check, State::kYes, tr("not required for one instance"), kCatalogue};
  }
  if (!instance.efa_count) {
    return unknown(check, tr("{} instances; the number of EFA interfaces of {} is not published",
                             count, instance.id));
  }
  return cited(check, instance.efa_interfaces > 0 ? State::kYes : State::kNo,
               tr("{} instances with {} EFA interfaces each", count, instance.efa_interfaces),
               *instance.efa_count);
}

Row region(const PriceBook& book, const RoiSide& side, Day day) {
  const Text check = tr("{} in {}", title(side.option), side.region);
  const PriceState state = book.as_of(side.work.estimate.instance, side.region, side.option, day);
  if (const auto* price = std::get_if<Priced>(&state)) {
    return {.check = check,
            .state = State::kYes,
            .finding = tr("{} USD/h", as_price(price->per_hour)),
            .source = price->source,
            .date = price->dated ? to_string(price->date) : std::string(),
            .provenance = provenance_word(price->provenance)};
  }
  if (const auto* none = std::get_if<NotOffered>(&state)) {
    return {.check = check,
            .state = State::kNo,
            .finding = tr("not offered: {}", none->reason),
            .source = Text::verbatim(none->source),
            .date = to_string(none->date),
            .provenance = provenance_word(Provenance::kPublished)};
  }
  return unknown(check, tr("the price is unknown; {}", std::get<UnknownPrice>(state).remedy));
}

Row own(const ChecklistItem& item) {
  using Own = ChecklistItem::State;
  const State state = item.state == Own::kSupported     ? State::kYes
                      : item.state == Own::kUnsupported ? State::kNo
                                                        : State::kUnknown;
  const Text finding = state == State::kUnknown ? tr("the study marks this check as open")
                                                : tr("stated in the study");
  return {.check = Text::verbatim(item.item),
          .state = state,
          .finding = finding,
          .source = Text::verbatim(item.source),
          .provenance = phrase("stated")};
}

}  // namespace

Phrase title(CompatibilityRow::State state) {
  switch (state) {
    case State::kYes: return phrase("yes");
    case State::kPartly: return phrase("partly");
    case State::kNo: return phrase("no");
    case State::kUnknown: return phrase("unknown");
  }
  return {};
}

std::string_view to_string(CompatibilityRow::State state) {
  return title(state).english;
}

std::vector<CompatibilityRow> compatibility(const catalog::Catalog& catalog, const PriceBook& book,
                                            const RoiStudy& study, Day day) {
  const WorkEstimate& work = study.target.work.estimate;
  std::vector<Row> rows;
  const auto instance = catalog.instance(work.instance);
  if (!instance) {
    rows.push_back(unknown(tr("Device"), tr("{} is not in the catalogue", work.instance)));
  } else {
    const catalog::Device& device = catalog.device_of(**instance);
    rows.push_back(cited(tr("Device"), State::kYes,
                         tr("{} x {} ({})", (*instance)->chips, device.title, device.generation),
                         (*instance)->chip_count));
    rows.push_back(data_type(device, work.shape.dtype));
    rows.push_back(tensor_parallel(catalog, **instance, work));
    rows.push_back(network(**instance, work.count));
  }
  const auto model = catalog.model(work.shape.model);
  if (model) {
    rows.push_back(cited(tr("Model dimensions"), State::kYes,
                         tr("{}, {}", (*model)->id, to_string((*model)->architecture)), **model));
    rows.push_back(heads(**model, work.shape.tensor_parallel));
    rows.push_back(context(**model, work.shape));
  } else {
    rows.push_back(
        unknown(tr("Model dimensions"), work.shape.model.empty()
                                            ? tr("the study names no model of the catalogue")
                                            : tr("{} is not in the catalogue", work.shape.model)));
  }
  rows.push_back(memory(catalog, work));
  rows.push_back(region(book, study.target, day));
  rows.push_back(
      unknown(tr("Operators and custom kernels"),
              tr("the catalogue has no list of the operators that the Neuron compiler supports; "
                 "analyse the model with '{}' and add the result to the checks "
                 "of the study",
                 "torch_neuronx.analyze")));
  for (const ChecklistItem& item : study.checklist) rows.push_back(own(item));
  return rows;
}

}  // namespace nscope::cost
