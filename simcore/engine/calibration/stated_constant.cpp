#include "simcore/engine/calibration/stated_constant.h"

#include "simcore/engine/calibration/parameter_info.h"
#include "simcore/engine/documents/json_members.h"

#include <array>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr std::array kParameterKinds{ParameterKind::kFitted, ParameterKind::kPublished,
                                     ParameterKind::kAssumed};

StatedConstant read_constant(StrictObject& in, const char* key, std::string_view unit,
                             bool ranged) {
  StrictObject entry(in.object(key), in.path(key));
  StatedConstant constant;
  constant.value = entry.number("value");
  if (!std::isfinite(constant.value) || constant.value <= 0) {
    entry.reject("value", tr("must be greater than 0"));
  }
  constant.low = constant.high = constant.value;
  if (ranged) {
    constant.low = entry.optional_number("low").value_or(constant.value);
    constant.high = entry.optional_number("high").value_or(constant.value);
    if (!(constant.low > 0) || constant.low > constant.value) {
      entry.reject("low", tr("must be greater than 0 and at most 'value'"));
    }
    if (!std::isfinite(constant.high) || constant.high < constant.value) {
      entry.reject("high", tr("must be at least 'value'"));
    }
  }
  if (entry.string("unit") != unit) entry.reject("unit", tr("must be {}", unit));
  if (!named_member(entry, "kind", kParameterKinds)) entry.reject("kind", tr("is required"));
  if (entry.string("meaning").empty()) entry.reject("meaning", tr("must not be empty"));
  if (entry.string("source").empty()) entry.reject("source", tr("must not be empty"));
  in.adopt(entry);
  return constant;
}

}  // namespace

StatedConstant constant_member(StrictObject& in, const char* key, std::string_view unit) {
  return read_constant(in, key, unit, false);
}

StatedConstant ranged_constant_member(StrictObject& in, const char* key, std::string_view unit) {
  return read_constant(in, key, unit, true);
}

}  // namespace nscope::sim
