#include "simcore/engine/validation/publications.h"

#include "simcore/engine/documents/json_members.h"
#include "simcore/engine/documents/software.h"
#include "simcore/engine/workload/software_stack.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr const char* kBuiltInPublications = "calibration/publications.json";

Publication read_publication(StrictObject& in) {
  Publication publication;
  publication.source = in.string("source");
  if (publication.source.empty()) in.reject("source", tr("must not be empty"));
  using Load = Publication::Load;
  constexpr std::array<std::string_view, 3> kGenerators{"together", "guidellm", "llmperf"};
  constexpr std::array kLoads{Load::kTogether, Load::kGuidellm, Load::kLlmperf};
  if (in.optional("load_generator") != nullptr) {
    const std::string generator = one_of_member(in, "load_generator", "together", kGenerators);
    for (std::size_t i = 0; i < kLoads.size(); ++i) {
      if (generator == kGenerators[i]) publication.load = kLoads[i];
    }
  }
  publication.decode_rate = in.optional_boolean("decode_rate", false);
  publication.stores_shards = in.optional_boolean("stores_shards", false);
  publication.stack = in.optional_string("stack").value_or("");
  const Result<SoftwareStacks>& stacks = built_in_software_stacks();
  if (!publication.stack.empty() && stacks && stacks->find(publication.stack) == nullptr) {
    in.reject("stack", tr("must be one of {}", stacks->ids()));
  }
  publication.software = in.optional_string("software").value_or("");
  if (!publication.software.empty() && !is_version(publication.software)) {
    in.reject("software", tr("must be a version of the Neuron SDK, such as 2.21"));
  }
  if (in.string("because").empty()) in.reject("because", tr("must not be empty"));
  return publication;
}

Result<std::vector<Publication>> load_publications() {
  const auto json = parse_json_resource(kBuiltInPublications);
  if (!json) return fail(json.error());
  return publications_from_json(*json, kBuiltInPublications);
}

}  // namespace

Result<std::vector<Publication>> publications_from_json(const Json& json, std::string_view name) {
  constexpr std::string_view kSchema = "nscope.publications/1";
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kSchema) in.reject("schema", tr("must be {}", kSchema));
  in.string("date");
  in.optional_string("note");
  std::vector<Publication> publications;
  const Json& list = in.array("publications");
  for (std::size_t i = 0; i < list.size(); ++i) {
    StrictObject entry(list[i], in.path(fmt::format("publications/{}", i)));
    publications.push_back(read_publication(entry));
    in.adopt(entry);
  }
  if (auto done = in.finish(); !done) return fail(done.error());
  return publications;
}

const Result<std::vector<Publication>>& built_in_publications() {
  static const Result<std::vector<Publication>> loaded = load_publications();
  return loaded;
}

const Publication& publication_of(std::string_view source) {
  static const Publication unknown;
  const Result<std::vector<Publication>>& known = built_in_publications();
  if (!known) return unknown;
  const auto found = std::find_if(known->begin(), known->end(), [&](const Publication& one) {
    return source.starts_with(one.source);
  });
  return found == known->end() ? unknown : *found;
}

}  // namespace nscope::sim
