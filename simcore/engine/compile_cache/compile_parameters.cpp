#include "simcore/engine/compile_cache/compile_parameters.h"

#include "profiler/base/json.h"
#include "simcore/engine/calibration/stated_constant.h"

#include <array>

namespace nscope::sim {
namespace {

constexpr std::string_view kCompileSchema = "nscope.compile-parameters/1";
constexpr const char* kCompileBuiltIn = "calibration/compile-cache.json";

using CompileConstant = ParameterMember<CompileParameters>;
constexpr std::array kCompileConstants{
    CompileConstant{"graph_seconds", "s", &CompileParameters::graph_seconds},
    CompileConstant{"size_exponent", "power", &CompileParameters::size_exponent},
    CompileConstant{"smallest_seconds", "s", &CompileParameters::smallest_seconds},
    CompileConstant{"training_factor", "ratio", &CompileParameters::training_factor},
    CompileConstant{"level_1", "ratio", &CompileParameters::level_1},
    CompileConstant{"level_3", "ratio", &CompileParameters::level_3},
    CompileConstant{"core_share", "share", &CompileParameters::core_share},
    CompileConstant{"useful_cores", "vCPUs", &CompileParameters::useful_cores},
    CompileConstant{"compiler_memory", "B", &CompileParameters::compiler_memory},
    CompileConstant{"memory_per_parameter", "B", &CompileParameters::memory_per_parameter},
    CompileConstant{"level_3_memory", "ratio", &CompileParameters::level_3_memory},
    CompileConstant{"neff_bytes", "B", &CompileParameters::neff_bytes},
    CompileConstant{"neff_per_parameter", "B", &CompileParameters::neff_per_parameter},
    CompileConstant{"extraction", "s", &CompileParameters::extraction},
    CompileConstant{"poll", "s", &CompileParameters::poll},
    CompileConstant{"local_latency", "s", &CompileParameters::local_latency},
    CompileConstant{"local_bandwidth", "B/s", &CompileParameters::local_bandwidth},
    CompileConstant{"efs_latency", "s", &CompileParameters::efs_latency},
    CompileConstant{"efs_bandwidth", "B/s", &CompileParameters::efs_bandwidth},
    CompileConstant{"efs_total_bandwidth", "B/s", &CompileParameters::efs_total_bandwidth},
    CompileConstant{"s3_latency", "s", &CompileParameters::s3_latency},
    CompileConstant{"s3_bandwidth", "B/s", &CompileParameters::s3_bandwidth},
};

Result<CompileParameterRange> load_compile_parameters() {
  const auto json = parse_json_resource(kCompileBuiltIn);
  if (!json) return fail(json.error());
  return compile_parameters_from_json(*json, kCompileBuiltIn);
}

}  // namespace

Result<CompileParameterRange> compile_parameters_from_json(const Json& json,
                                                           std::string_view name) {
  CompileParameterRange range;
  auto read = read_constant_document(
      json, name, kCompileSchema, "parameters", [&](StrictObject& parameters, const Json&) {
        for (const CompileConstant& constant : kCompileConstants) {
          const StatedConstant stated =
              ranged_constant_member(parameters, constant.name, constant.unit);
          range.nominal.*constant.member = stated.value;
          range.low.*constant.member = stated.low;
          range.high.*constant.member = stated.high;
        }
      });
  if (!read) return fail(read.error());
  return range;
}

const Result<CompileParameterRange>& built_in_compile_parameters() {
  static const Result<CompileParameterRange> loaded = load_compile_parameters();
  return loaded;
}

const CompileParameters& CompileParameterRange::at(CompileBand band) const {
  switch (band) {
    case CompileBand::kLow: return low;
    case CompileBand::kHigh: return high;
    case CompileBand::kNominal: break;
  }
  return nominal;
}

}  // namespace nscope::sim
