#include "simcore/engine/validation/load_generators.h"

#include "profiler/base/json.h"
#include "simcore/engine/calibration/stated_constant.h"

#include <array>

namespace nscope::sim {
namespace {

constexpr const char* kBuiltInGenerators = "calibration/load-generators.json";

using GeneratorConstant = ParameterMember<LoadGenerators>;
constexpr std::array kGeneratorConstants{
    GeneratorConstant{"launch_interval", "s", &LoadGenerators::launch_interval},
    GeneratorConstant{"length_spread", "ratio", &LoadGenerators::length_spread},
    GeneratorConstant{"counted_tokens", "ratio", &LoadGenerators::counted_tokens},
    GeneratorConstant{"large_vocabulary", "tokens", &LoadGenerators::large_vocabulary},
    GeneratorConstant{"client_seconds", "s", &LoadGenerators::client_seconds},
    GeneratorConstant{"rounds", "requests", &LoadGenerators::rounds},
    GeneratorConstant{"fills", "requests", &LoadGenerators::fills},
    GeneratorConstant{"busy_slots", "share", &LoadGenerators::busy_slots},
    GeneratorConstant{"spectrogram", "s", &LoadGenerators::spectrogram},
    GeneratorConstant{"serial_share", "share", &LoadGenerators::serial_share},
};

Result<LoadGenerators> read_built_in_generators() {
  const auto json = parse_json_resource(kBuiltInGenerators);
  if (!json) return fail(json.error());
  return load_generators_from_json(*json, kBuiltInGenerators);
}

}  // namespace

Result<LoadGenerators> load_generators_from_json(const Json& json, std::string_view name) {
  constexpr std::string_view kGeneratorSchema = "nscope.load-generators/1";
  return constants_from_json<LoadGenerators>(json, name, kGeneratorSchema, "constants",
                                             kGeneratorConstants);
}

const Result<LoadGenerators>& built_in_load_generators() {
  static const Result<LoadGenerators> loaded = read_built_in_generators();
  return loaded;
}

}  // namespace nscope::sim
