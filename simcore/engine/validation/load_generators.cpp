#include "simcore/engine/validation/load_generators.h"

#include "profiler/base/json.h"
#include "simcore/engine/calibration/stated_constant.h"

#include <cmath>
#include <string>
#include <utility>

namespace nscope::sim {
namespace {

constexpr const char* kBuiltInGenerators = "calibration/load-generators.json";

Result<LoadGenerators> read_built_in_generators() {
  const auto json = parse_json_resource(kBuiltInGenerators);
  if (!json) return fail(json.error());
  return load_generators_from_json(*json, kBuiltInGenerators);
}

}  // namespace

Result<LoadGenerators> load_generators_from_json(const Json& json, std::string_view name) {
  constexpr std::string_view kSchema = "nscope.load-generators/1";
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kSchema) in.reject("schema", tr("must be {}", kSchema));
  in.string("date");
  in.optional_string("note");
  StrictObject constants(in.object("constants"), in.path("constants"));
  const auto read = [&](const char* key, std::string_view unit) {
    return constant_member(constants, key, unit).value;
  };
  const auto read_count = [&](const char* key, std::string_view unit) {
    const double value = read(key, unit);
    if (value != std::floor(value)) constants.reject(key, tr("must be a whole number"));
    return value;
  };
  LoadGenerators out;
  out.launch_interval = read("launch_interval", "s");
  out.length_spread = read("length_spread", "ratio");
  out.counted_tokens = read("counted_tokens", "ratio");
  out.large_vocabulary = read_count("large_vocabulary", "tokens");
  out.client_seconds = read("client_seconds", "s");
  out.rounds = read_count("rounds", "requests");
  out.fills = read_count("fills", "requests");
  out.busy_slots = read("busy_slots", "share");
  out.spectrogram = read("spectrogram", "s");
  out.serial_share = read("serial_share", "share");
  for (const auto& [key, share] :
       {std::pair("busy_slots", out.busy_slots), std::pair("serial_share", out.serial_share)}) {
    if (share > 1) constants.reject(key, tr("must be at most 1"));
  }
  in.adopt(constants);
  if (auto done = in.finish(); !done) return fail(done.error());
  return out;
}

const Result<LoadGenerators>& built_in_load_generators() {
  static const Result<LoadGenerators> loaded = read_built_in_generators();
  return loaded;
}

}  // namespace nscope::sim
