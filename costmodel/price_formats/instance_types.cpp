// `aws ec2 describe-instance-types`: no prices, but what instances are made of. It is held
// against the catalogue.
#include "costmodel/price_formats/instance_types.h"

#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/readers.h"
#include "profiler/base/units.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr KnownApiError kKnownErrors[] = {
    // DescribeInstanceTypes gives Trainium2 the 512 GiB of a whole trn1.32xlarge.
    {"Trainium2", 524'288, 98'304, "AWS Neuron documentation, Trainium2: 96 GiB of HBM a chip"},
};

std::int64_t whole(StrictObject& in, const char* key) {
  constexpr std::int64_t kMost = 1'000'000'000'000;
  const std::int64_t value = in.integer(key);
  if (value >= 0 && value <= kMost) return value;
  in.reject(key, "is out of range");
  return 0;
}

/// A nested object that may be missing.
template <class Use>
void with_object(StrictObject& in, const char* key, Use use) {
  const Json* const json = in.optional(key);
  if (json == nullptr || json->is_null()) return;
  StrictObject nested(*json, in.path(key));
  use(nested);
  if (auto ok = nested.first_error(); !ok) in.adopt(ok.error());
}

/// The first entry of a list of devices: EC2 has one kind of them in an instance.
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

  void add(std::string_view what, double api, double ours, std::string_view unit,
           std::string_view verdict = "check which is right") {
    // MiB of the API are exact, figures of data sheets may be rounded.
    constexpr double kTolerance = 0.01;
    if (std::abs(api - ours) <= kTolerance * std::max(std::abs(api), std::abs(ours))) return;
    table_.add_row(
        {facts_.instance, std::string(what), api, ours, std::string(unit), std::string(verdict)});
  }

  void compare(const catalog::Instance& instance, const catalog::Device& device) {
    const auto kMiBs = static_cast<double>(kMiB);
    add("accelerators", static_cast<double>(facts_.devices), instance.chips, "");
    if (facts_.device_mib > 0) {
      const KnownApiError* const known = known_api_error(facts_);
      add("accelerator memory", static_cast<double>(facts_.device_mib), device.memory.value / kMiBs,
          "MiB",
          known == nullptr ? "check which is right"
                           : fmt::format("known error of the API, {} MiB is right ({})",
                                         known->true_mib, known->source));
    }
    if (instance.vcpus > 0) {
      add("vCPUs", static_cast<double>(facts_.vcpus), instance.vcpus, "");
    }
    add("host memory", static_cast<double>(facts_.host_mib), instance.host_memory.value / kMiBs,
        "MiB");
    if (instance.efa_count) {
      add("EFA interfaces", static_cast<double>(facts_.efa_interfaces), instance.efa_interfaces,
          "");
    }
  }

 private:
  const InstanceTypeFacts& facts_;
  Table& table_;
};

std::string sentence(const Table& table, std::size_t row) {
  const auto cell = [&](std::size_t column) { return to_string(table.at(row, column)); };
  const std::string unit = cell(4).empty() ? "" : " " + cell(4);
  return fmt::format("{}: {} is {}{} in the file, {}{} in the catalogue: {}", cell(0), cell(1),
                     cell(2), unit, cell(3), unit, cell(5));
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
  Table table({{"instance"}, {"figure"}, {"api", "EC2 API"}, {"catalogue"}, {"unit"}, {"verdict"}});
  for (const InstanceTypeFacts& facts : types) {
    const auto instance = catalog.instance(facts.instance);
    if (instance) {
      Comparison(facts, table).compare(**instance, catalog.device_of(**instance));
    } else if (!facts.device.empty()) {
      table.add_row({facts.instance, std::string("instance type"), facts.device, Missing{"unknown"},
                     std::string(), std::string("the catalogue lacks it")});
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
  sink.advise(fmt::format(
      "This is a description of {} instance types and has no prices; {} of its figures differ "
      "from the catalogue",
      types->size(), differences.row_count()));
  for (std::size_t i = 0; i < differences.row_count(); ++i) sink.advise(sentence(differences, i));
  for (const InstanceTypeFacts& facts : *types) {
    sink.drop("instance types described, without prices", facts.instance);
  }
  sink.describe({.id = {},
                 .name = "AWS instance types",
                 .origin = "aws ec2 describe-instance-types",
                 .retrieved = to_string(input.today),
                 .note = {}});
  return {};
}

}  // namespace nscope::cost
