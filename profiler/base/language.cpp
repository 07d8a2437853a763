#include "profiler/base/language.h"

#include "profiler/base/ascii.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/overloaded.h"
#include "profiler/base/resources.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/args.h>
#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::string_view kFolder = "languages/";
constexpr std::string_view kSuffix = ".json";

struct ViewHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};

}  // namespace

struct Language::Catalog {
  std::string code;
  std::string decimal_separator;
  std::string group_separator;
  /// Forms by English template; that of a counted text is the one for several.
  std::unordered_map<std::string, std::vector<std::string>, ViewHash, std::equal_to<>> forms;

  /// The translation of a template, or `otherwise`.
  std::string_view find(std::string_view english, bool several, std::string_view otherwise) const {
    const auto found = forms.find(english);
    if (found == forms.end() || found->second.empty()) return otherwise;
    return several ? found->second.back() : found->second.front();
  }
};

namespace {

/// "de_AT.UTF-8" as {"de_AT", "de"}: what to look for, the closest first.
std::vector<std::string> codes_of(std::string_view tag) {
  std::string code(tag.substr(0, tag.find_first_of(".@")));
  std::replace(code.begin(), code.end(), '-', '_');
  if (code == "zh" || code == "zh_SG" || code.starts_with("zh_Hans")) code = "zh_CN";
  std::vector<std::string> codes{code};
  if (const auto end = code.find('_'); end != std::string::npos) {
    codes.push_back(code.substr(0, end));
  }
  return codes;
}

bool is_english(const std::string& code) {
  return code.empty() || code == "C" || code == "POSIX" || code == "en";
}

/// Whether a character of three bytes is one of Chinese or Japanese texts, or their punctuation.
bool is_wide(std::string_view bytes) {
  if (bytes.size() != 3) return false;
  const auto bits = [&](std::size_t i, int mask) {
    return static_cast<unsigned char>(bytes[i]) & mask;
  };
  if (bits(0, 0xf0) != 0xe0) return false;
  const int code = bits(0, 0x0f) << 12 | bits(1, 0x3f) << 6 | bits(2, 0x3f);
  return (code >= 0x3000 && code < 0x3100) || (code >= 0x3400 && code < 0xa000) ||
         (code >= 0xff00 && code < 0xff61);
}

/// Marks the ends of a text that is an argument of another one. No text contains it.
constexpr char kArgumentEnd = '\x1f';

/// Without the marks, and without spaces between an argument and a neighbour that are both written
/// without spaces: a space in a template separates Latin names and numbers from the words around.
std::string without_ends(std::string_view marked) {
  std::string text;
  bool after_end = false;
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (marked[i] == kArgumentEnd) {
      const bool spaced = i + 1 < marked.size() && text.ends_with(' ');
      if (spaced && is_wide(marked.substr(i + 1, 3)) && text.size() > 3 &&
          is_wide(std::string_view(text).substr(text.size() - 4, 3))) {
        text.pop_back();
      }
      after_end = true;
      continue;
    }
    const bool between = after_end && marked[i] == ' ' && text.size() >= 3 &&
                         is_wide(std::string_view(text).substr(text.size() - 3)) &&
                         is_wide(marked.substr(i + 1, 3));
    if (!between) text += marked[i];
    after_end = false;
  }
  return text;
}

/// The digits before the word of a scale (large_number()) if they are the only argument of the
/// text, else null.
const TextNumber* scaled_number(const Text::Details& details) {
  if (details.arguments.size() != 1) return nullptr;
  const auto* const number = std::get_if<TextNumber>(&details.arguments.front());
  const bool scaled =
      number != nullptr && number->form == TextNumber::Form::kExact && number->digits > 0;
  return scaled ? number : nullptr;
}

/// The words of a language that counts in ten thousands.
struct TenThousands {
  std::string_view code;
  std::string_view trillion;  ///< 10^12
  std::string_view hundred_million;
  std::string_view ten_thousand;
};

constexpr std::array<TenThousands, 2> kTenThousands{
    {{"ja", "兆", "億", "万"}, {"zh_CN", "万亿", "亿", "万"}}};

/// Null for a language that counts in thousands.
const TenThousands* ten_thousands_of(std::string_view code) {
  const auto* const found = std::ranges::find(kTenThousands, code, &TenThousands::code);
  return found == kTenThousands.end() ? nullptr : found;
}

/// "63 billion" as Chinese and Japanese count, in ten thousands: "630 億".
std::string in_ten_thousands(double value, const TenThousands& words) {
  const std::array<std::pair<double, std::string_view>, 3> scales{
      {{1e12, words.trillion}, {1e8, words.hundred_million}, {1e4, words.ten_thousand}}};
  constexpr double kRounds = 0.99995;  // to four digits
  for (const auto& [unit, word] : scales) {
    if (std::abs(value) < kRounds * unit) continue;
    return fmt::format("{} {}", group_thousands(fmt::format("{:.4g}", value / unit)), word);
  }
  return fmt::format("{:.4g}", value);
}

std::string known_codes() {
  std::string list = "en";
  for (const Resource& file : list_resources(kFolder)) {
    list += ", ";
    list += file.path.substr(kFolder.size(), file.path.size() - kFolder.size() - kSuffix.size());
  }
  return list;
}

}  // namespace

Result<Language> Language::load(std::string_view tag) {
  for (const std::string& code : codes_of(tag)) {
    if (is_english(code)) return Language();
    const std::string path = std::string(kFolder) + code + std::string(kSuffix);
    if (!find_resource(path)) continue;
    const auto json = parse_json_resource(path);
    if (!json) return fail(json.error());
    StrictObject in(*json, path);
    auto catalog = std::make_shared<Catalog>();
    catalog->code = code;
    catalog->decimal_separator = in.string("decimal_separator");
    catalog->group_separator = in.string("group_separator");
    for (const auto& [english, forms] : in.object("texts").items()) {
      catalog->forms.emplace(english, forms.get<std::vector<std::string>>());
    }
    if (auto ok = in.finish(); !ok) return fail(ok.error());
    Language language;
    language.catalog_ = std::move(catalog);
    return language;
  }
  return fail(ErrorCode::kInvalidArgument,
              tr("unknown language '{}'; use one of {}", tag, known_codes()));
}

std::string_view Language::code() const {
  return catalog_ ? std::string_view(catalog_->code) : "en";
}

std::string_view Language::hundred_million() const {
  const TenThousands* const words = ten_thousands_of(code());
  return words == nullptr ? std::string_view() : words->hundred_million;
}

std::string Language::number(std::string english) const {
  if (!catalog_) return english;
  std::string result;
  for (std::size_t i = 0; i < english.size(); ++i) {
    const bool between_digits =
        i > 0 && i + 1 < english.size() && is_digit(english[i - 1]) && is_digit(english[i + 1]);
    if (between_digits && english[i] == '.') {
      result += catalog_->decimal_separator;
    } else if (between_digits && english[i] == ',') {
      result += catalog_->group_separator;
    } else {
      result += english[i];
    }
  }
  return result;
}

std::string Language::say(const Text& text) const {
  static const Text::Details kNone;
  if (text.empty()) return {};
  const Text::Details& details = text.details() == nullptr ? kNone : *text.details();
  if (!details.verbatim.empty()) return details.verbatim;
  const bool several = details.one.empty() || details.count != 1;
  std::string_view form = several ? text.english_template() : details.one;
  if (catalog_) form = catalog_->find(text.english_template(), several, form);
  const TenThousands* const ten_thousands = ten_thousands_of(code());
  // The languages that count in ten thousands are those that write words without spaces.
  const bool has_wide_characters = ten_thousands != nullptr;
  if (const TextNumber* const scaled = scaled_number(details); scaled && ten_thousands) {
    return in_ten_thousands(scaled->value, *ten_thousands);
  }
  fmt::dynamic_format_arg_store<fmt::format_context> arguments;
  for (const Text::Argument& argument : details.arguments) {
    arguments.push_back(std::visit(
        Overloaded{[](const std::string& name) { return name; },
                   [](std::int64_t number) { return fmt::format("{}", number); },
                   [this](const TextNumber& quantity) { return number(quantity.english()); },
                   [&](const Text& nested) {
                     return has_wide_characters ? kArgumentEnd + say(nested) + kArgumentEnd
                                                : say(nested);
                   }},
        argument));
  }
  const std::string said = fmt::vformat(form, arguments);
  return has_wide_characters ? without_ends(said) : said;
}

}  // namespace nscope
