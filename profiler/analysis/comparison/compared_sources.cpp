#include "profiler/analysis/comparison/compared_sources.h"

#include "profiler/base/text/source_location.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

/// The source files that the events of a run state.
std::set<std::string, std::less<>> files_of(const Trace& trace) {
  std::set<std::string, std::less<>> files;
  const StringId key = trace.strings().find(key::kSourceLocation);
  std::unordered_set<std::uint32_t> seen;
  for (const Track& track : trace.tracks()) {
    for (const ArgColumn& column : track.args) {
      if (!key.valid() || column.key != key || column.type != ArgColumn::Type::kText) continue;
      for (const StringId text : column.texts) {
        if (!seen.insert(text.value).second) continue;
        files.emplace(parse_source_location(trace.text(text)).file);
      }
    }
  }
  return files;
}

/// The most similar of several files.
struct MostSimilar {
  std::size_t index = 0;
  std::size_t common = 0;  ///< equal parts at the end of the path; 0: another name
  bool several = false;

  void consider(std::size_t file, std::size_t parts) {
    if (parts == 0 || parts < common) return;
    several = parts == common;
    common = parts;
    index = file;
  }
  bool only() const { return common > 0 && !several; }
};

}  // namespace

void ComparedSources::begin_run(const Trace& trace) {
  names_.clear();
  std::vector<std::string> others;
  std::vector<std::string> free;  // known files that this run does not state by the same path
  const auto files = files_of(trace);
  for (const std::string& file : known_) {
    if (files.contains(file)) {
      names_.emplace(file, file);
    } else {
      free.push_back(file);
    }
  }
  for (const std::string& file : files) {
    if (!names_.contains(file)) others.push_back(file);
  }
  // A file is matched if both are the only most similar file of each other.
  std::vector<MostSimilar> of_other(others.size());
  std::vector<MostSimilar> of_free(free.size());
  for (std::size_t i = 0; i < others.size(); ++i) {
    for (std::size_t k = 0; k < free.size(); ++k) {
      const std::size_t common = common_path_end(others[i], free[k]);
      of_other[i].consider(k, common);
      of_free[k].consider(i, common);
    }
  }
  for (std::size_t i = 0; i < others.size(); ++i) {
    const MostSimilar& match = of_other[i];
    const bool mutual =
        match.only() && of_free[match.index].only() && of_free[match.index].index == i;
    names_.emplace(others[i], mutual ? free[match.index] : others[i]);
    if (!mutual) known_.push_back(others[i]);
  }
}

std::string ComparedSources::name_of(std::string_view location) const {
  const SourceLocation parsed = parse_source_location(location);
  const auto name = names_.find(parsed.file);
  const std::string_view file = name == names_.end() ? parsed.file : name->second;
  return parsed.line > 0 ? fmt::format("{}:{}", file, parsed.line) : std::string(file);
}

}  // namespace nscope::analysis
