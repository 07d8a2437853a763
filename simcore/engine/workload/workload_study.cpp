#include "simcore/engine/workload/workload_study.h"

#include "simcore/engine/documents/json_members.h"

#include <set>
#include <utility>

namespace nscope::sim {
namespace {

constexpr std::size_t kMostColumns = 30;
constexpr double kMostSteps = 1e12;

void read_compare(StrictObject& in, WorkloadStudy& study) {
  study.compare = texts_member(in, "compare");
  if (study.compare.size() > kMostColumns) {
    in.reject("compare", tr("must be an array of at most {} metrics", kMostColumns));
  }
  const std::set<std::string> different(study.compare.begin(), study.compare.end());
  if (different.size() != study.compare.size())
    in.reject("compare", tr("must not contain duplicates"));
}

}  // namespace

Result<WorkloadStudy> workload_study_from_json(const Json& json, std::string_view name) {
  auto document = varied_document_from_json(json, name);
  if (!document) return fail(document.error());
  WorkloadStudy study;
  study.document = std::move(*document);
  StrictObject in(json, std::string(name));
  if (in.optional("compare") != nullptr) read_compare(in, study);
  study.shared_instance = in.optional_boolean("shared_instance", false);
  if (study.shared_instance && study.document.variants.size() < 2) {
    in.reject("shared_instance", tr("requires 'variants' with the other models of the instance"));
  }
  study.steps_total = in.optional_number("steps_total");
  if (study.steps_total && !(*study.steps_total >= 1 && *study.steps_total <= kMostSteps)) {
    in.reject("steps_total",
              tr("must be between 1 and {}", as::count(static_cast<std::int64_t>(kMostSteps))));
  }
  if (auto read = in.first_error(); !read) return fail(read.error());
  return study;
}

}  // namespace nscope::sim
