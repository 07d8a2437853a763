#include "simcore/engine/documents/software.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace nscope::sim {
namespace {

/// Empty if the text is not a version.
std::vector<int> version_numbers(std::string_view text) {
  std::vector<int> numbers;
  while (!text.empty()) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + dot, number);
    if (error != std::errc() || end != text.data() + dot) return {};
    numbers.push_back(number);
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  return numbers;
}

}  // namespace

bool is_version(std::string_view text) {
  return !version_numbers(text).empty();
}

Text invalid_version(std::string_view text) {
  return tr("invalid SDK version '{}': must be numbers separated by dots, such as 2.21.0", text);
}

bool software_at_least(std::string_view software, std::string_view least) {
  if (software.empty()) return true;
  const std::vector<int> have = version_numbers(software);
  const std::vector<int> want = version_numbers(least);
  return !have.empty() &&
         !std::lexicographical_compare(have.begin(), have.end(), want.begin(), want.end());
}

}  // namespace nscope::sim
