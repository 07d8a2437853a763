#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <utility>

namespace nscope {
namespace {

constexpr std::size_t kLongestName = 100;  // longer names are not typing errors

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

/// The Levenshtein distance of two short names.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> closest_names(std::string_view wanted, std::span<const std::string> names,
                                       std::size_t count) {
  const std::string key = lower(wanted.substr(0, kLongestName));
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  ranked.reserve(names.size());
  for (const std::string& name : names) {
    const std::string candidate = lower(name);
    const bool related = !key.empty() && (candidate.find(key) != std::string::npos ||
                                          key.find(candidate) != std::string::npos);
    ranked.emplace_back(edit_distance(key, candidate) + (related ? 0 : kLongestName), name);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> closest;
  for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i) {
    closest.emplace_back(ranked[i].second);
  }
  return closest;
}

std::optional<std::string> similar_name(std::string_view wanted,
                                        std::span<const std::string> names) {
  const auto closest = closest_names(wanted, names, 1);
  if (closest.empty()) return std::nullopt;
  const std::string key = lower(wanted.substr(0, kLongestName));
  const std::string name = lower(closest.front());
  const bool related =
      !key.empty() && (name.find(key) != std::string::npos || key.find(name) != std::string::npos);
  if (related || 2 * edit_distance(key, name) < key.size()) return closest.front();
  return std::nullopt;
}

}  // namespace nscope
