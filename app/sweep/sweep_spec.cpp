#include "app/sweep/sweep_spec.h"

#include "profiler/base/nested_json.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace nscope::sweep {
namespace {

constexpr std::string_view kSchema = "nscope.sweep/1";
constexpr std::size_t kMostVariations = 64;
constexpr std::size_t kMostMembers = 16;
constexpr std::size_t kMostConstraints = 100;
constexpr std::size_t kLongestConstraint = 1'000;
constexpr double kLargestInteger = 0x1p53;

/// Columns of the results that are not varied members.
constexpr std::array<std::string_view, 3> kReserved{"id", "outcome", "reason"};

bool is_column_name(std::string_view name) {
  const auto letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
  return !name.empty() && name.size() <= 64 && letter(static_cast<unsigned char>(name.front())) &&
         std::all_of(name.begin(), name.end(), [&](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return letter(byte) || std::isdigit(byte) != 0;
         });
}

/// The last key of a pointer that is not an index: "/work/0/count" is "count".
std::string last_key(const std::string& pointer) {
  std::string_view rest = pointer;
  while (!rest.empty()) {
    const std::size_t slash = rest.rfind('/');
    if (slash == std::string_view::npos) break;
    const std::string_view key = rest.substr(slash + 1);
    if (is_column_name(key)) return std::string(key);
    rest = rest.substr(0, slash);
  }
  return {};
}

/// Empty if the text is a JSON pointer to a member; otherwise what is wrong.
Text pointer_fault(const std::string& pointer) {
  if (pointer.size() < 2 || pointer.front() != '/') {
    return tr("must be a JSON pointer such as \"/batch\" or \"/serving/users\"");
  }
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] != '~') continue;
    const char next = i + 1 < pointer.size() ? pointer[i + 1] : '\0';
    if (next != '0' && next != '1') return tr("must escape '~' as \"~0\" and '/' as \"~1\"");
  }
  return {};
}

void read_member(StrictObject& in, const char* key, const std::string& pointer,
                 const std::optional<std::string>& name, Variation& variation) {
  if (Text fault = pointer_fault(pointer); !fault.empty()) return in.reject(key, std::move(fault));
  Variation::Member member{.pointer = pointer, .name = name.value_or(last_key(pointer))};
  if (!is_column_name(member.name)) {
    return in.reject(name ? "name" : key,
                     tr("needs a name of letters, digits and '_' in the member \"name\""));
  }
  variation.members.push_back(std::move(member));
}

void read_members(StrictObject& in, Variation& variation) {
  const bool several = in.optional("members") != nullptr;
  if (several == (in.optional("member") != nullptr)) {
    return in.reject("member", tr("state either \"member\" or \"members\""));
  }
  if (!several) {
    const std::string pointer = in.string("member");
    return read_member(in, "member", pointer, in.optional_string("name"), variation);
  }
  const Json& list = in.array("members");
  if (list.empty() || list.size() > kMostMembers) {
    return in.reject("members", tr("must have between 1 and {} entries", kMostMembers));
  }
  const bool named = in.optional("names") != nullptr;
  const Json names = named ? in.array("names") : Json::array();
  if (named && names.size() != list.size()) {
    return in.reject("names", tr("must have as many entries as \"members\""));
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_string() || (named && !names[i].is_string())) {
      return in.reject("members", tr("must be an array of strings"));
    }
    const auto name = named ? std::optional(names[i].get<std::string>()) : std::nullopt;
    read_member(in, "members", list[i].get<std::string>(), name, variation);
  }
}

void read_values(StrictObject& in, Variation& variation) {
  const Json& list = in.array("values");
  if (list.empty() || list.size() > kMostPoints) {
    return in.reject("values", tr("must have between 1 and {} entries", as::count(kMostPoints)));
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (in.optional("members") == nullptr) {
      variation.values.push_back({list[i]});
      continue;
    }
    if (!list[i].is_array() || list[i].size() != variation.members.size()) {
      return in.reject(
          fmt::format("values/{}", i),
          tr("must be an array with a value for each of the {} members", variation.members.size()));
    }
    variation.values.emplace_back(list[i].begin(), list[i].end());
  }
}

void read_range(StrictObject& in, Method method, Variation& variation) {
  Variation::Range& range = variation.range;
  range.from = in.number("from");
  range.to = in.number("to");
  if (variation.members.size() > 1) {
    return in.reject("from", tr("a range sets one member; state \"values\" for several"));
  }
  const auto scale = in.optional_string("scale").value_or("linear");
  if (scale != "linear" && scale != "logarithmic") {
    in.reject("scale", tr("must be \"linear\" or \"logarithmic\""));
  }
  range.logarithmic = scale == "logarithmic";
  range.integer = in.optional_boolean("integer", false);
  const auto count = in.optional_integer("count");
  if (method != Method::kGrid && count) {
    return in.reject("count", tr("only a grid has a number of values; this sweep draws points"));
  }
  if (method == Method::kGrid && (!count || *count < 2 || *count > 10'000)) {
    return in.reject("count", tr("must be between 2 and {}", as::count(10'000)));
  }
  range.count = static_cast<int>(count.value_or(0));
  if (!(range.from < range.to)) in.reject("to", tr("must be greater than \"from\""));
  if (range.logarithmic && range.from <= 0) {
    in.reject("from", tr("must be positive on a logarithmic scale"));
  }
  if (range.integer && std::max(std::abs(range.from), std::abs(range.to)) > kLargestInteger) {
    in.reject("to", tr("must be at most {}", "2^53"));
  }
}

std::optional<Method> parse_method(std::string_view text) {
  if (text == "grid") return Method::kGrid;
  if (text == "random") return Method::kRandom;
  if (text == "sobol") return Method::kSobol;
  return std::nullopt;
}

void read_sample(StrictObject& in, Spec& spec) {
  read_nested(in, "sample", [&](StrictObject& sample) {
    const auto method = parse_method(sample.string("method"));
    if (!method) return sample.reject("method", tr("must be \"grid\", \"random\" or \"sobol\""));
    spec.method = *method;
    if (*method == Method::kGrid) return;
    const std::int64_t count = sample.integer("count");
    if (count < 1 || count > static_cast<std::int64_t>(kMostPoints)) {
      return sample.reject("count", tr("must be between 1 and {}", as::count(kMostPoints)));
    }
    spec.count = static_cast<std::size_t>(count);
    const std::int64_t seed = sample.optional_integer("seed").value_or(1);
    if (seed < 0) sample.reject("seed", tr("must not be negative"));
    spec.seed = static_cast<std::uint64_t>(seed);
  });
}

void read_constraints(StrictObject& in, Spec& spec) {
  if (in.optional("constraints") == nullptr) return;
  const Json& list = in.array("constraints");
  if (list.size() > kMostConstraints) {
    return in.reject("constraints", tr("must have at most {} entries", kMostConstraints));
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_string() || list[i].get_ref<const std::string&>().size() > kLongestConstraint) {
      return in.reject(fmt::format("constraints/{}", i),
                       tr("must be a string of at most {} characters", kLongestConstraint));
    }
    spec.constraints.push_back(list[i].get<std::string>());
  }
}

void read_objectives(StrictObject& in, Spec& spec) {
  read_each(in, "objectives", 8, [&](StrictObject& entry) {
    Objective objective{.figure = entry.string("figure")};
    const std::string goal = entry.string("goal");
    if (goal != "minimum" && goal != "maximum") {
      entry.reject("goal", tr("must be \"minimum\" or \"maximum\""));
    }
    objective.maximise = goal == "maximum";
    spec.objectives.push_back(std::move(objective));
  });
}

/// Rejects names that two members or a column of the results have. SQL ignores the case of names.
void check_names(StrictObject& in, const Spec& spec) {
  std::set<std::string, std::less<>> seen(kReserved.begin(), kReserved.end());
  for (std::size_t i = 0; i < spec.variations.size(); ++i) {
    for (const Variation::Member& member : spec.variations[i].members) {
      std::string lower = member.name;
      std::transform(lower.begin(), lower.end(), lower.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      if (seen.insert(std::move(lower)).second) continue;
      return in.reject(fmt::format("vary/{}", i),
                       tr("the name '{}' is in use; state another \"name\"", member.name));
    }
  }
}

/// A key of a pointer without the escapes of RFC 6901.
std::string unescaped(std::string_view key) {
  std::string text;
  for (std::size_t i = 0; i < key.size(); ++i) {
    const bool escape = key[i] == '~' && i + 1 < key.size();
    text += !escape ? key[i] : key[++i] == '1' ? '/' : '~';
  }
  return text;
}

/// The member at a pointer, which is created, with the objects on the way to it, if it is absent.
/// Null if the pointer leads through another value, or if an array does not have the element.
Json* member_at(Json& document, std::string_view pointer) {
  Json* place = &document;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);  // the slash
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    const std::string key = unescaped(pointer.substr(0, end));
    pointer.remove_prefix(end);
    if (place->is_array()) {
      std::size_t index = 0;
      const auto [stop, error] = std::from_chars(key.data(), key.data() + key.size(), index);
      const bool whole = error == std::errc() && stop == key.data() + key.size();
      if (!whole || index >= place->size()) return nullptr;
      place = &(*place)[index];
    } else if (place->is_object() || place->is_null()) {
      place = &(*place)[key];
    } else {
      return nullptr;
    }
  }
  return place;
}

}  // namespace

std::vector<std::string> Spec::names() const {
  std::vector<std::string> names;
  for (const Variation& variation : variations) {
    for (const Variation::Member& member : variation.members) names.push_back(member.name);
  }
  return names;
}

Result<Json> base_of(const Json& json, std::string_view name) {
  const Json* const document =
      json.is_object() && json.contains("document") ? &json.at("document") : nullptr;
  if (document == nullptr || !(document->is_string() || document->is_object())) {
    return fail(ErrorCode::kBadInput,
                tr("must be the path of a document, the name of a built-in document, or an object"),
                fmt::format("{}: /document", name));
  }
  return *document;
}

Result<Spec> spec_from_json(const Json& json, std::string_view name, Json base,
                            std::string base_name) {
  StrictObject in(json, std::string(name));
  const std::string schema = in.string("schema");
  if (schema != kSchema && schema.starts_with("nscope.sweep/")) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("schema '{}' is not supported; this version reads '{}'", schema, kSchema),
                std::string(name));
  }
  if (schema != kSchema) in.reject("schema", tr("must be \"{}\"", kSchema));
  Spec spec{.title = in.optional_string("title").value_or(""),
            .note = in.optional_string("note").value_or(""),
            .base = std::move(base),
            .base_name = std::move(base_name),
            .variations = {}};
  in.optional("document");
  read_sample(in, spec);
  in.array("vary");
  read_each(in, "vary", kMostVariations, [&](StrictObject& entry) {
    Variation variation{.members = {}};
    read_members(entry, variation);
    if (entry.optional("values") != nullptr) {
      read_values(entry, variation);
    } else {
      read_range(entry, spec.method, variation);
    }
    spec.variations.push_back(std::move(variation));
  });
  if (spec.variations.empty()) in.reject("vary", tr("must have at least one entry"));
  check_names(in, spec);
  read_constraints(in, spec);
  read_objectives(in, spec);
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  return spec;
}

Result<Json> document_at(const Spec& spec, const std::vector<Json>& values) {
  Json document = spec.base;
  std::size_t next = 0;
  for (const Variation& variation : spec.variations) {
    for (const Variation::Member& member : variation.members) {
      Json* const place = member_at(document, member.pointer);
      if (place == nullptr) {
        return fail(ErrorCode::kBadInput,
                    tr("'{}' leads through a value without members, or beyond the end of an array",
                       member.pointer),
                    spec.base_name);
      }
      *place = values[next++];
    }
  }
  return document;
}

}  // namespace nscope::sweep
