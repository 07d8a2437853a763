#include "app/cli/output/parse_error_text.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace nscope::cli {
namespace {

using Parts = std::pair<std::string_view, std::string_view>;

/// The texts before and after the first `separator`; empty if `text` does not contain it.
std::optional<Parts> split(std::string_view text, std::string_view separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  return Parts{text.substr(0, at), text.substr(at + separator.size())};
}

/// "a,b" as "a, b".
std::string spaced(std::string_view list) {
  std::string text;
  for (const char c : list) {
    text += c;
    if (c == ',') text += ' ';
  }
  return text;
}

/// "0.001000" and "10000.000000", as the parser prints bounds, without the zeros at the end.
std::string_view shortened(std::string_view number) {
  if (number.find('.') == std::string_view::npos) return number;
  number = number.substr(0, number.find_last_not_of('0') + 1);
  return number.ends_with('.') ? number.substr(0, number.size() - 1) : number;
}

/// "--format: xls not in {table,csv}" and "--pieces: Value 0 not in range 1 to 10000".
std::optional<Text> wrong_value(std::string_view message) {
  const auto option = split(message, ": ");
  if (!option) return std::nullopt;
  if (const auto range = split(option->second, " not in range ")) {
    const auto bounds = split(range->second, " to ");
    if (!bounds) return std::nullopt;
    return tr("{} must be between {} and {}", option->first, shortened(bounds->first),
              shortened(bounds->second));
  }
  const auto choice = split(option->second, " not in {");
  if (!choice || !choice->second.ends_with('}')) return std::nullopt;
  return tr("unknown value '{}' for {}; use one of {}", choice->first, option->first,
            spaced(choice->second.substr(0, choice->second.size() - 1)));
}

/// "--seed: 1 required UINT missing" and "--seed: At Most 1 required but received 2".
std::optional<Text> wrong_count(std::string_view message) {
  const auto option = split(message, ": ");
  if (!option) return std::nullopt;
  if (option->second.ends_with(" missing")) return tr("{} needs a value", option->first);
  if (option->second.starts_with("At Most 1 ")) {
    return tr("{} can be given only once", option->first);
  }
  return std::nullopt;
}

std::optional<Text> known_message(const CLI::ParseError& error, std::string_view message) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const auto words = split(message, "expected: ");
    if (!words) return std::nullopt;
    return words->second.starts_with('-') ? tr("unknown option '{}'", words->second)
                                          : tr("unexpected argument '{}'", words->second);
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    const auto name = split(message, " is required");
    if (!name || !name->second.empty()) return std::nullopt;
    return name->first == "A subcommand" ? tr("a command is required")
                                         : tr("{} is required", name->first);
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    const auto names = split(message, " excludes ");
    if (!names) return std::nullopt;
    return tr("{} and {} cannot be combined", names->first, names->second);
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    const auto words = split(message, "Could not convert: ");
    const auto parts = words ? split(words->second, " = ") : std::nullopt;
    if (!parts) return std::nullopt;
    return tr("invalid value '{}' for {}", parts->second, parts->first);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return wrong_count(message);
  if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) return wrong_value(message);
  return std::nullopt;
}

}  // namespace

Text missing_value(std::span<const std::string> words, const CLI::App& app) {
  const CLI::App* command = &app;
  const auto option_of = [&](const std::string& word) {
    const CLI::Option* option = nullptr;
    for (const CLI::App* at = command; at != nullptr && option == nullptr; at = at->get_parent()) {
      if (word.starts_with("--")) option = at->get_option_no_throw(word);
    }
    return option;
  };
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const auto commands = command->get_subcommands(
        [&](const CLI::App* below) { return below->get_name() == words[i]; });
    if (!commands.empty()) {
      command = commands.front();
      continue;
    }
    const CLI::Option* const option = option_of(words[i]);
    if (option == nullptr || option->get_items_expected_min() == 0) continue;
    if (i + 1 < words.size() && option_of(words[i + 1]) != nullptr) {
      return tr("{} needs a value", words[i]);
    }
    ++i;
  }
  return {};
}

Text parse_error_text(const CLI::ParseError& error) {
  const std::string message = error.what();
  if (auto text = known_message(error, message)) return *std::move(text);
  return Text::verbatim(message);
}

}  // namespace nscope::cli
