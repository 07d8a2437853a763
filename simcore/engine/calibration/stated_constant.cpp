#include "simcore/engine/calibration/stated_constant.h"

#include "simcore/engine/documents/json_members.h"

#include <array>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr std::array kParameterKinds{ParameterKind::kFitted, ParameterKind::kPublished,
                                     ParameterKind::kAssumed};

/// Reports a value that the unit does not allow.
void check_unit(StrictObject& entry, double value, std::string_view unit) {
  constexpr int kMostTokens = 1 << 24;
  if (unit == "share" && value > 1) entry.reject("value", tr("must be at most 1"));
  const bool counts = unit == "tokens" || unit == "requests";
  if (counts && (value != std::floor(value) || value > kMostTokens)) {
    entry.reject("value", tr("must be a whole number of at most {}", as::count(kMostTokens)));
  }
}

StatedConstant read_constant(StrictObject& in, std::string_view name, std::string_view unit,
                             bool ranged) {
  const std::string key(name);
  StrictObject entry(in.object(key.c_str()), in.path(key));
  StatedConstant constant;
  constant.value = entry.number("value");
  if (!std::isfinite(constant.value) || constant.value <= 0) {
    entry.reject("value", tr("must be greater than 0"));
  }
  check_unit(entry, constant.value, unit);
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

StatedConstant constant_member(StrictObject& in, std::string_view key, std::string_view unit) {
  return read_constant(in, key, unit, false);
}

StatedConstant ranged_constant_member(StrictObject& in, std::string_view key,
                                      std::string_view unit) {
  return read_constant(in, key, unit, true);
}

Result<> read_constant_document(const Json& json, std::string_view name, std::string_view schema,
                                const char* list,
                                const std::function<void(StrictObject&, const Json&)>& read) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != schema) in.reject("schema", tr("must be {}", schema));
  in.string("date");
  in.optional_string("note");
  const Json& members = in.object(list);
  StrictObject entries(members, in.path(list));
  read(entries, members);
  in.adopt(entries);
  return in.finish();
}

}  // namespace nscope::sim
