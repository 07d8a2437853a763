#include "importers/open/run_labels.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// The number after `word` in `text`: number_after("profile_rank_12", "rank_") is 12.
std::optional<std::int64_t> number_after(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + word.size());
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return std::nullopt;
  return number;
}

/// The file's name without extensions: "a" for "a.json.gz".
std::string stem_of(const std::string& shown) {
  const std::string name = std::filesystem::path(shown).filename().string();
  static constexpr std::string_view kEndings[] = {".gz",     ".json",   ".ntff", ".pftrace",
                                                  ".nscope", ".sqlite", ".pb",   ".xplane"};
  std::string_view stem = name;
  for (const std::string_view ending : kEndings) {
    if (stem.size() > ending.size() && stem.ends_with(ending)) stem.remove_suffix(ending.size());
  }
  return std::string(stem);
}

std::string label_of(const NamedRun& run) {
  const std::string stem = stem_of(run.shown);
  // A system recording is read from the first of its files.
  for (const std::string_view file : {"ntrace.pb", "trace_info.pb", "cpu_util.pb", "host_mem.pb"}) {
    if (std::filesystem::path(run.shown).filename() == file) return "runtime";
  }
  std::string label;
  if (run.rank) {
    label = fmt::format("rank {}", *run.rank);
  } else if (const auto rank = number_after(stem, "profile_rank_")) {
    label = fmt::format("rank {}", *rank);
  } else if (const auto core = number_after(stem, "profile_nc_")) {
    label = fmt::format("nc {}", *core);
    if (const auto session = number_after(stem, "_session_")) {
      label += fmt::format(", session {}", *session);
    }
  } else if (const auto virtual_core = number_after(stem, "_vnc_")) {
    label = fmt::format("vnc {}", *virtual_core);
    if (const auto instance = number_after(stem, "_instid_"); instance && *instance > 0) {
      label = fmt::format("instance {}, {}", *instance, label);
    }
  } else {
    return stem;
  }
  if (const auto execution = number_after(stem, "_exec_")) {
    label += fmt::format(", execution {}", *execution);
  }
  return label;
}

/// "i-0abc pid 12" for "i-0abc_pid_12/2026/a.ntff"; "" if no folder has such a name.
std::string process_of(const std::string& shown) {
  for (const auto& part : std::filesystem::path(shown).parent_path()) {
    const std::string name = part.string();
    const std::size_t at = name.find("_pid_");
    if (at == std::string::npos || !number_after(name, "_pid_")) continue;
    return fmt::format("{} pid {}", name.substr(0, at), *number_after(name, "_pid_"));
  }
  return {};
}

std::string folder_of(const std::string& shown) {
  return std::filesystem::path(shown).parent_path().string();
}

}  // namespace

std::vector<std::string> run_labels(std::span<const NamedRun> runs) {
  std::vector<std::string> labels;
  std::set<std::string> processes;
  for (const NamedRun& run : runs) {
    labels.push_back(label_of(run));
    processes.insert(process_of(run.shown));
  }
  if (processes.size() > 1) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const std::string process = process_of(runs[i].shown);
      if (!process.empty()) labels[i] = fmt::format("{}: {}", process, labels[i]);
    }
  }
  const auto counts = [&] {
    std::map<std::string, int> result;
    for (const std::string& label : labels) ++result[label];
    return result;
  };
  auto known = counts();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string folder = folder_of(runs[i].shown);
    if (known[labels[i]] > 1 && !folder.empty()) labels[i] += fmt::format(" ({})", folder);
  }
  known = counts();
  std::map<std::string, int> used;
  for (std::string& label : labels) {
    if (known[label] > 1) label += fmt::format(" #{}", ++used[label]);
  }
  return labels;
}

}  // namespace nscope::importers
