#include "simcore/engine/start_up/start_parameters.h"

#include "simcore/engine/calibration/parameter_json.h"
#include "simcore/engine/calibration/parameter_table.h"
#include "simcore/engine/calibration/stated_constant.h"

#include <array>
#include <span>
#include <string>

namespace nscope::sim {
namespace {

constexpr std::string_view kStartSchema = "nscope.start-parameters/1";
constexpr const char* kStartBuiltIn = "calibration/start-up.json";

using StartMember = ParameterMember<StartParameters>;
constexpr std::array kStartMembers{
    StartMember{"graph_start", "s", &StartParameters::graph_start},
    StartMember{"layer", "s", &StartParameters::layer},
    StartMember{"expert", "s", &StartParameters::expert},
    StartMember{"elements", "s", &StartParameters::elements},
    StartMember{"tokens", "s", &StartParameters::tokens},
    StartMember{"scores", "s", &StartParameters::scores},
    StartMember{"block", "s", &StartParameters::block},
    StartMember{"trace_operator", "s", &StartParameters::trace_operator},
    StartMember{"tile", "s", &StartParameters::tile},
    StartMember{"layout", "s", &StartParameters::layout},
    StartMember{"busy_cores", "vCPUs", &StartParameters::busy_cores},
    StartMember{"block_tokens", "tokens", &StartParameters::block_tokens},
    StartMember{"ebs", "B/s", &StartParameters::ebs},
    StartMember{"local_disk", "B/s", &StartParameters::local_disk},
    StartMember{"s3", "B/s", &StartParameters::s3},
    StartMember{"framework", "s", &StartParameters::framework},
    StartMember{"runtime", "s", &StartParameters::runtime},
    StartMember{"stage", "B/s", &StartParameters::stage},
    StartMember{"copy", "B/s", &StartParameters::copy},
    StartMember{"shard_start", "s", &StartParameters::shard_start},
    StartMember{"shard", "B/s", &StartParameters::shard},
    StartMember{"expert_layout", "B/s", &StartParameters::expert_layout},
    StartMember{"warm_up", "s", &StartParameters::warm_up},
    StartMember{"reserve", "B", &StartParameters::reserve},
    StartMember{"process", "B", &StartParameters::process},
    StartMember{"checkpoint_copies", "copies", &StartParameters::checkpoint_copies},
    StartMember{"compiler", "B", &StartParameters::compiler},
    StartMember{"compiler_elements", "B", &StartParameters::compiler_elements},
};

Result<StartParameters> load_start_parameters() {
  const auto json = parse_json_resource(kStartBuiltIn);
  if (!json) return fail(json.error());
  return constants_from_json<StartParameters>(*json, kStartBuiltIn, kStartSchema, "parameters",
                                              kStartMembers);
}

}  // namespace

const Result<std::vector<StartParameterInfo>>& built_in_start_parameter_table() {
  static const auto table =
      read_parameter_table<StartParameters>(kStartMembers, kStartBuiltIn, "start-up");
  return table;
}

const Result<StartParameters>& built_in_start_parameters() {
  static const Result<StartParameters> loaded = load_start_parameters();
  return loaded;
}

Result<Json> start_parameters_json(const StartParameters& fitted, std::string_view date) {
  const auto& table = built_in_start_parameter_table();
  if (!table) return fail(table.error());
  StartParameters values = fitted;
  for (const StartParameterInfo& info : *table) {
    if (info.kind != ParameterKind::kFitted) values.*info.member = info.initial;
  }
  Json json{{"schema", kStartSchema}, {"date", date}};
  json["note"] =
      "Compilation, start and host memory of a model (docs/start-up.md). The fitted values are "
      "those of 'nscope calibrate --start-up' on the published compilations and starts of 2026.";
  json["parameters"] =
      parameters_json<StartParameters>(std::span<const StartParameterInfo>(*table), values);
  return json;
}

}  // namespace nscope::sim
