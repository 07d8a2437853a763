#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sweep {

/// Members of the document that change together, and the values that they take: a list, or a range
/// of numbers.
struct Variation {
  /// A member that is set. Its name is that of the column in the results and in constraints.
  struct Member {
    std::string pointer;  ///< JSON pointer (RFC 6901), "/serving/arrivals/requests_per_second"
    std::string name;     ///< [A-Za-z_][A-Za-z0-9_]*; unique in a sweep
  };
  struct Range {
    double from = 0;
    double to = 0;
    int count = 0;             ///< values in a grid, including both ends; 0 if points are drawn
    bool logarithmic = false;  ///< evenly spaced in the logarithm
    bool integer = false;      ///< rounded to the nearest integer
  };

  std::vector<Member> members;
  std::vector<std::vector<Json>> values{};  ///< rows with a value for each member; empty: a range
  Range range{};
};

/// How points are chosen.
enum class Method {
  kGrid,    ///< every combination of the values
  kRandom,  ///< drawn independently
  kSobol,   ///< drawn from a Sobol sequence, which fills the space evenly
};

/// A figure that is to be small or large. Pareto fronts compare all objectives.
struct Objective {
  std::string figure;
  bool maximise = false;
};

/// A valid document of schema `nscope.sweep/1`.
struct Spec {
  std::string title{};
  std::string note{};
  Json base;  ///< the document that is varied: a workload, a cost scenario or a plan
  std::string base_name{};
  std::vector<Variation> variations;
  Method method = Method::kGrid;
  std::size_t count = 0;  ///< number of points that are drawn
  std::uint64_t seed = 1;
  std::vector<std::string> constraints{};  ///< SQL expressions over the names of members
  std::vector<Objective> objectives{};

  /// The names of all varied members, in their order.
  std::vector<std::string> names() const;
};

/// The largest number of points of a sweep.
inline constexpr std::size_t kMostPoints = 1'000'000;

/// Reads a sweep. `base`: the document that the member "document" names, or the member itself if it
/// is an object; see base_of(). Errors: kBadInput naming file and member; kUnsupportedVersion for
/// another `nscope.sweep/` schema.
Result<Spec> spec_from_json(const Json& json, std::string_view name, Json base,
                            std::string base_name);

/// The member "document": a path, the name of a built-in document, or an object. Errors: kBadInput
/// if it is absent or has another type.
Result<Json> base_of(const Json& json, std::string_view name);

/// The document with the values of one point, given in the order of Spec::names(). Missing objects
/// on the way to a member are created. Errors: kBadInput for a pointer through a number or beyond
/// the end of an array.
Result<Json> document_at(const Spec& spec, const std::vector<Json>& values);

}  // namespace nscope::sweep
