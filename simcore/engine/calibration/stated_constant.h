#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/calibration/parameter_info.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace nscope::sim {

/// A number in a data file that is not a published fact of a device: a fitted value, a default of
/// some software, or an assumption. Without a range, `low` and `high` equal the value.
struct StatedConstant {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// Reads {"value", "unit", "kind", "meaning", "source"} at `key` strictly: the value must be
/// positive, the unit `unit`, the kind one of ParameterKind, and meaning and source must not be
/// empty. A share must be at most 1, and tokens and requests must be whole numbers of at most 2^24.
/// Problems are reported through `in`.
StatedConstant constant_member(StrictObject& in, std::string_view key, std::string_view unit);
/// As constant_member(), with an optional range "low" to "high".
StatedConstant ranged_constant_member(StrictObject& in, std::string_view key,
                                      std::string_view unit);

/// Reads the constants of all members. Problems are reported through `in`.
template <class Set>
Set read_constants(StrictObject& in, std::span<const ParameterMember<Set>> members) {
  Set set;
  for (const ParameterMember<Set>& member : members) {
    set.*member.member = constant_member(in, member.name, member.unit).value;
  }
  return set;
}

/// Reads the document {"schema", "date", "note" (optional), `list`: {...}} strictly, with
/// `read(reader, members)` for the object at `list`. `name` is the file name for messages. Errors:
/// kBadInput with the key.
Result<> read_constant_document(const Json& json, std::string_view name, std::string_view schema,
                                const char* list,
                                const std::function<void(StrictObject&, const Json&)>& read);

/// Such a document whose list has one constant for each member.
template <class Set>
Result<Set> constants_from_json(const Json& json, std::string_view name, std::string_view schema,
                                const char* list, std::span<const ParameterMember<Set>> members) {
  Set set;
  auto read = read_constant_document(json, name, schema, list, [&](StrictObject& in, const Json&) {
    set = read_constants<Set>(in, members);
  });
  if (!read) return fail(read.error());
  return set;
}

}  // namespace nscope::sim
