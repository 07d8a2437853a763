#pragma once

#include "profiler/base/json.h"
#include "simcore/engine/calibration/parameter_info.h"
#include "simcore/engine/documents/json_members.h"

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace nscope::sim {

template <class Set>
using ParameterTable = std::vector<ParameterInfoOf<Set>>;

/// Reads one parameter of a calibration; its value becomes the initial value. Problems are
/// reported through `in`.
template <class Set>
ParameterInfoOf<Set> parameter_info_member(StrictObject& in, const ParameterMember<Set>& of) {
  constexpr std::array kKinds{ParameterKind::kFitted, ParameterKind::kPublished,
                              ParameterKind::kAssumed};
  const std::string name(of.name);
  StrictObject entry(in.object(name.c_str()), in.path(name));
  ParameterInfoOf<Set> info{.name = of.name,
                            .unit = of.unit,
                            .kind = named_member(entry, "kind", kKinds).value_or(kKinds.back()),
                            .member = of.member,
                            .initial = entry.number("value"),
                            .meaning = entry.string("meaning"),
                            .source = entry.string("source")};
  if (entry.string("unit") != of.unit) entry.reject("unit", tr("must be {}", of.unit));
  in.adopt(entry);
  return info;
}

/// The parameters of `members` from the built-in calibration `file`, with the initial values of
/// `set` in resources/calibration/fit-starts.json. Errors: kBadInput with file and key.
template <class Set>
Result<ParameterTable<Set>> read_parameter_table(std::span<const ParameterMember<Set>> members,
                                                 const char* file, const char* set) {
  constexpr const char* kStarts = "calibration/fit-starts.json";
  constexpr std::string_view kSchema = "nscope.fit-starts/1";
  const auto calibration = parse_json_resource(file);
  if (!calibration) return fail(calibration.error());
  const auto starts = parse_json_resource(kStarts);
  if (!starts) return fail(starts.error());
  StrictObject document(*calibration, file);
  StrictObject stated(document.object("parameters"), document.path("parameters"));
  StrictObject fit(*starts, kStarts);
  if (fit.string("schema") != kSchema) fit.reject("schema", tr("must be {}", kSchema));
  fit.optional_string("note");
  StrictObject sets(fit.object("sets"), fit.path("sets"));
  StrictObject start_of(sets.object(set), sets.path(set));
  ParameterTable<Set> table;
  for (const ParameterMember<Set>& member : members) {
    ParameterInfoOf<Set> info = parameter_info_member(stated, member);
    const std::string name(member.name);
    if (const auto start = start_of.optional_number(name.c_str())) info.initial = *start;
    if (!std::isfinite(info.initial) || info.initial <= 0) {
      start_of.reject(name, tr("must be greater than 0"));
    }
    table.push_back(std::move(info));
  }
  // The reader of the calibration checks the rest of its file; the other sets are read elsewhere.
  for (const auto& read : {document.first_error(), stated.finish(), sets.first_error(),
                           start_of.finish(), fit.finish()}) {
    if (!read) return fail(read.error());
  }
  return table;
}

}  // namespace nscope::sim
