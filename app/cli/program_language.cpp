#include "app/cli/program_language.h"

#include <algorithm>
#include <array>

namespace nscope::cli {
namespace {

constexpr std::string_view kOption = "--language";

/// "C.UTF-8" is the locale "C" with another encoding.
bool is_untranslated(std::string_view locale) {
  const std::string_view name = locale.substr(0, locale.find_first_of(".@"));
  return name.empty() || name == "C" || name == "POSIX";
}

std::string locale_of(const Environment& environment) {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (std::string value = environment(name); !value.empty()) return value;
  }
  return {};
}

bool takes_value(std::string_view option) {
  static constexpr auto kWithValue =
      std::to_array<std::string_view>({kOption, "--progress", "--seed", "--timeout"});
  return std::ranges::find(kWithValue, option) != kWithValue.end();
}

}  // namespace

std::vector<std::string> requested_languages(const Environment& environment) {
  const std::string locale = locale_of(environment);
  if (is_untranslated(locale)) return {};
  const std::string list = environment("LANGUAGE");
  std::vector<std::string> languages;
  for (std::string_view rest = list; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) languages.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (languages.empty()) languages.push_back(locale);
  return languages;
}

Language language_of_environment(const Environment& environment) {
  for (const std::string& tag : requested_languages(environment)) {
    if (auto language = Language::load(tag)) return *std::move(language);
  }
  return {};
}

std::optional<std::string_view> language_option(std::span<const char* const> arguments) {
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (word == "--") return std::nullopt;
    if (!word.starts_with(kOption)) continue;
    const std::string_view rest = word.substr(kOption.size());
    if (rest.starts_with('=')) return rest.substr(1);
    if (rest.empty() && i + 1 < arguments.size()) return arguments[i + 1];
  }
  return std::nullopt;
}

std::string_view command_word(std::span<const char* const> arguments) {
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (!word.starts_with('-')) return word;
    if (takes_value(word)) ++i;
  }
  return {};
}

}  // namespace nscope::cli
