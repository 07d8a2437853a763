#include "importers/open/run_labels.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

std::vector<std::string_view> words_of(std::string_view stem) {
  std::vector<std::string_view> words;
  while (!stem.empty()) {
    const std::size_t end = std::min(stem.find_first_of("-_. "), stem.size());
    if (end > 0) words.push_back(stem.substr(0, end));
    stem.remove_prefix(std::min(end + 1, stem.size()));
  }
  return words;
}

/// The words of `stem` that the names of all `others` do not have: "DECODE" for "1-TP-0-DECODE"
/// beside "1-TP-0-EXTEND". "" if there are none or many.
std::string own_words(const std::string& stem, const std::vector<std::string>& others) {
  constexpr std::size_t kMostWords = 3;
  std::vector<std::string_view> own;
  for (const std::string_view word : words_of(stem)) {
    const bool common = std::all_of(others.begin(), others.end(), [&](const std::string& other) {
      const auto words = words_of(other);
      return std::find(words.begin(), words.end(), word) != words.end();
    });
    if (!common) own.push_back(word);
  }
  if (own.size() > kMostWords) return {};
  return fmt::format("{}", fmt::join(own, " "));
}

/// Adds what distinguishes the names of the files to equal labels of files in the same folder.
void add_own_words(std::span<const NamedRun> runs, std::vector<std::string>& labels) {
  std::map<std::string, std::vector<std::size_t>> equal;
  for (std::size_t i = 0; i < labels.size(); ++i) equal[labels[i]].push_back(i);
  for (const auto& [label, members] : equal) {
    std::vector<std::string> words;
    std::set<std::string> different;
    std::set<std::string> folders;
    for (const std::size_t i : members) {
      folders.insert(folder_of(runs[i].shown));
      std::vector<std::string> others;
      for (const std::size_t other : members) {
        if (other != i) others.push_back(stem_of(runs[other].shown));
      }
      words.push_back(own_words(stem_of(runs[i].shown), others));
      different.insert(words.back());
    }
    if (folders.size() == members.size() || different.size() < members.size() ||
        different.contains("")) {
      continue;
    }
    for (std::size_t k = 0; k < members.size(); ++k) {
      labels[members[k]] = fmt::format("{} ({})", label, words[k]);
    }
  }
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
  add_own_words(runs, labels);
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
