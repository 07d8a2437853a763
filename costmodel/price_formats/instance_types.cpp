// The output of `aws ec2 describe-instance-types`: the hardware of instances without prices. It is
// compared with the catalogue.
#include "costmodel/price_formats/instance_types.h"

#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/readers.h"
#include "profiler/base/units.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::cost {
namespace {

constexpr KnownApiError kKnownErrors[] = {
    // DescribeInstanceTypes states the 512 GiB of a whole trn1.32xlarge for Trainium2.
    {"Trainium2", 524'288, 98'304, "AWS Neuron documentation, Trainium2: 96 GiB of HBM a chip"},
};

std::int64_t whole(StrictObject& in, const char* key) {
  constexpr std::int64_t kMost = 1'000'000'000'000;
  const std::int64_t value = in.integer(key);
  if (value >= 0 && value <= kMost) return value;
  in.reject(key, tr("must be between 0 and {}", as::count(kMost)));
  return 0;
}

/// Reads a nested object that can be absent.
template <class Use>
void with_object(StrictObject& in, const char* key, Use use) {
  const Json* const json = in.optional(key);
  if (json == nullptr || json->is_null()) return;
  StrictObject nested(*json, in.path(key));
  use(nested);
  if (auto ok = nested.first_error(); !ok) in.adopt(ok.error());
}

/// Reads the first entry of an array of devices; instances of EC2 have one kind of device.
template <class Use>
void with_first(StrictObject& in, const char* key, Use use) {
  const Json& list = in.array(key);
  if (!in.first_error() || list.empty()) return;
  StrictObject nested(list[0], in.path(key) + "/0");
  use(nested);
  if (auto ok = nested.first_error(); !ok) in.adopt(ok.error());
}

void read_device(StrictObject& in, InstanceTypeFacts& facts) {
  facts.device = in.string("Name");
  facts.devices = whole(in, "Count");
  with_object(in, "MemoryInfo",
              [&](StrictObject& memory) { facts.device_mib = whole(memory, "SizeInMiB"); });
  with_object(in, "CoreInfo", [&](StrictObject& core) { facts.cores = whole(core, "Count"); });
}

InstanceTypeFacts read_type(StrictObject& in) {
  InstanceTypeFacts facts;
  facts.instance = in.string("InstanceType");
  with_object(in, "VCpuInfo", [&](StrictObject& cpu) { facts.vcpus = whole(cpu, "DefaultVCpus"); });
  with_object(in, "MemoryInfo",
              [&](StrictObject& memory) { facts.host_mib = whole(memory, "SizeInMiB"); });
  with_object(in, "NetworkInfo", [&](StrictObject& network) {
    with_object(network, "EfaInfo", [&](StrictObject& efa) {
      facts.efa_interfaces = whole(efa, "MaximumEfaInterfaces");
    });
  });
  with_object(in, "GpuInfo", [&](StrictObject& gpu) {
    with_first(gpu, "Gpus", [&](StrictObject& device) { read_device(device, facts); });
  });
  with_object(in, "NeuronInfo", [&](StrictObject& neuron) {
    with_first(neuron, "NeuronDevices", [&](StrictObject& device) { read_device(device, facts); });
  });
  if (const Json* const classes = in.optional("SupportedUsageClasses");
      classes != nullptr && classes->is_array()) {
    for (const Json& word : *classes) {
      if (word.is_string()) facts.usage_classes.push_back(word.get<std::string>());
    }
  }
  return facts;
}

/// Adds rows for the figures of one type that differ.
class Comparison {
 public:
  Comparison(const InstanceTypeFacts& facts, Table& table) : facts_(facts), table_(table) {}

  void add(Phrase what, double api, double ours, const char* unit,
           Text verdict = tr("check which is correct")) {
    // Values in MiB of the API are exact; those of data sheets can be rounded.
    constexpr double kTolerance = 0.01;
    if (std::abs(api - ours) <= kTolerance * std::max(std::abs(api), std::abs(ours))) return;
    table_.add_row({facts_.instance, what, api, ours, std::string(unit), std::move(verdict)});
  }

  void compare(const catalog::Instance& instance, const catalog::Device& device) {
    const auto kMiBs = static_cast<double>(kMiB);
    add(phrase("accelerators"), static_cast<double>(facts_.devices), instance.chips, "");
    if (facts_.device_mib > 0) {
      const KnownApiError* const known = known_api_error(facts_);
      add(phrase("accelerator memory"), static_cast<double>(facts_.device_mib),
          device.memory.value / kMiBs, "MiB",
          known == nullptr ? tr("check which is correct")
                           : tr("known error of the API; correct: {} MiB ({})",
                                as::count(known->true_mib), known->source));
    }
    if (instance.vcpus > 0) {
      add(phrase("vCPUs"), static_cast<double>(facts_.vcpus), instance.vcpus, "");
    }
    add(phrase("host memory"), static_cast<double>(facts_.host_mib),
        instance.host_memory.value / kMiBs, "MiB");
    if (instance.efa_count) {
      add(phrase("EFA interfaces"), static_cast<double>(facts_.efa_interfaces),
          instance.efa_interfaces, "");
    }
  }

 private:
  const InstanceTypeFacts& facts_;
  Table& table_;
};

/// A row of the differences as a sentence.
Text sentence(const Table& table, std::size_t row) {
  const auto cell = [&](std::size_t column) {
    const Cell& at = table.at(row, column);
    if (const auto* text = std::get_if<Text>(&at)) return *text;
    if (const auto* missing = std::get_if<Missing>(&at)) return missing->reason;
    const std::string shown = to_string(at, Language());
    return is_number(at) ? tr("{}", as::exact(shown)) : Text::verbatim(shown);
  };
  if (std::holds_alternative<Missing>(table.at(row, 3))) {
    return tr("{}: {} is {} in the file; {}", cell(0), cell(1), cell(2), cell(5));
  }
  const Text unit = cell(4);
  return unit.empty() ? tr("{}: {} is {} in the file and {} in the catalogue ({})", cell(0),
                           cell(1), cell(2), cell(3), cell(5))
                      : tr("{}: {} is {} {} in the file and {} {} in the catalogue ({})", cell(0),
                           cell(1), cell(2), unit, cell(3), unit, cell(5));
}

}  // namespace

Result<std::vector<InstanceTypeFacts>> read_instance_types(const PriceInput& input,
                                                           TaskControl& control) {
  std::vector<InstanceTypeFacts> types;
  auto ok = read_json_list(input, "InstanceTypes", control, [&](StrictObject& in) -> Result<> {
    types.push_back(read_type(in));
    return {};
  });
  if (!ok) return fail(ok.error());
  return types;
}

const KnownApiError* known_api_error(const InstanceTypeFacts& facts) {
  for (const KnownApiError& known : kKnownErrors) {
    if (facts.device == known.device && facts.device_mib == known.stated_mib) return &known;
  }
  return nullptr;
}

Table instance_type_differences(const std::vector<InstanceTypeFacts>& types,
                                const catalog::Catalog& catalog) {
  Table table({{"instance", tr("Instance type")},
               {"figure", tr("Figure")},
               {"api", tr("EC2 API")},
               {"catalogue", tr("Catalogue")},
               {"unit", tr("Unit")},
               {"verdict", tr("Verdict")}});
  for (const InstanceTypeFacts& facts : types) {
    const auto instance = catalog.instance(facts.instance);
    if (instance) {
      Comparison(facts, table).compare(**instance, catalog.device_of(**instance));
    } else if (!facts.device.empty()) {
      table.add_row({facts.instance, tr("accelerator"), facts.device, Missing{}, std::string(),
                     tr("not in the catalogue")});
    }
  }
  return table;
}

bool sniff_instance_types(std::string_view head) {
  return head.find("\"InstanceTypes\"") != std::string_view::npos &&
         head.find("\"InstanceType\"") != std::string_view::npos;
}

Result<> read_instance_type_facts(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  const auto types = read_instance_types(input, control);
  if (!types) return fail(types.error());
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  const Table differences = instance_type_differences(*types, *catalog);
  sink.advise(
      tr("The file describes {} instance types and contains no prices. Differences from the "
         "catalogue: {}.",
         types->size(), differences.row_count()));
  for (std::size_t i = 0; i < differences.row_count(); ++i) sink.advise(sentence(differences, i));
  for (const InstanceTypeFacts& facts : *types) {
    sink.drop(phrase("instance type without a price"), facts.instance);
  }
  sink.describe({.id = {},
                 .name = "AWS instance types",
                 .origin = "aws ec2 describe-instance-types",
                 .retrieved = to_string(input.today),
                 .note = {}});
  return {};
}

}  // namespace nscope::cost
