#pragma once

#include "profiler/base/text_number.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace nscope {

class Text;

/// Number of "{}" in a template. nullopt if it has anything else between braces; "{{" and "}}" are
/// literal braces.
constexpr std::optional<std::size_t> placeholder_count(std::string_view english) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < english.size(); ++i) {
    if (english[i] != '{' && english[i] != '}') continue;
    const char next = i + 1 < english.size() ? english[i + 1] : '\0';
    if (english[i] == '{' && next == '}') {
      ++count;
    } else if (next != english[i]) {
      return std::nullopt;
    }
    ++i;
  }
  return count;
}

/// A constant English text that translators see: translations/tool collects every literal
/// that is given to phrase(), tr() or tr_plural(). For tables of constants, which cannot
/// hold a Text.
struct Phrase {
  std::string_view english{};
  friend bool operator==(const Phrase&, const Phrase&) = default;
};
consteval Phrase phrase(std::string_view english) {
  if (placeholder_count(english) != std::size_t{0}) throw "a phrase has no arguments";
  return {english};
}

namespace detail {

/// An English template with `Arguments` placeholders, checked by the compiler.
template <std::size_t Arguments>
struct Template {
  std::string_view english;
  template <std::convertible_to<std::string_view> Literal>
  consteval Template(const Literal& literal) : english(literal) {
    if (placeholder_count(english) != Arguments) {
      throw "a template has one {} for each argument, and {{ or }} for a literal brace";
    }
  }
};

}  // namespace detail

/// A text for people: an English template and its arguments. What prints it chooses the
/// language (`Language`). Arguments are names, which are not translated, numbers, which the
/// language formats, and texts, which it translates.
/// A value; copies share their content, which does not change: any thread may read it. A text
/// without arguments takes no memory of its own.
class Text {
 public:
  /// A name, a number without grouping, a number with a format, or another text.
  using Argument = std::variant<std::string, std::int64_t, TextNumber, Text>;

  Text() = default;  ///< empty
  Text(Phrase phrase) : english_(phrase.english) {}

  /// A text that is not translated: of the operating system, a library or the user.
  static Text verbatim(std::string text);
  /// Made by tr() and tr_plural(). The views must outlive the text, as literals do.
  static Text make(std::string_view english, std::vector<Argument> arguments);
  static Text make_plural(std::int64_t count, std::string_view one, std::string_view other,
                          std::vector<Argument> arguments);
  /// The same from templates of a file, which the text owns (text_json.h). `one` is empty if
  /// there is no plural. Each template must have one "{}" for each argument.
  static Text make_owned(std::string english, std::string one, std::int64_t count,
                         std::vector<Argument> arguments);
  /// A text of a file in resources/ that translators see: translations/tool collects it there.
  static Text of_resource(std::string_view english);

  bool empty() const { return english_.empty(); }
  /// The text in English.
  std::string english() const;
  /// The text with other names: each argument that is not translated is passed to `change`.
  Text with_names(const std::function<std::string(std::string_view)>& change) const;

  /// What a text has beside its template.
  struct Details;
  /// The English template; of a text with plural the one for several.
  std::string_view english_template() const { return english_; }
  /// Null if the text is a template without arguments.
  const Details* details() const { return details_.get(); }

  /// Whether both are the same in English.
  friend bool operator==(const Text& a, const Text& b);

 private:
  std::string_view english_{};
  std::shared_ptr<const Details> details_{};
};

struct Text::Details {
  std::string_view one{};  ///< the template for a count of one; empty if there is no plural
  std::int64_t count = 0;  ///< which of the two templates to use
  std::vector<Argument> arguments{};
  std::string verbatim{};  ///< the text itself if it is not translated
  std::string owned{};     ///< of make_owned(): both templates, one after the other
};

namespace detail {

template <class T>
Text::Argument argument(T&& value) {
  using Plain = std::remove_cvref_t<T>;
  if constexpr (std::same_as<Plain, Text::Argument> || std::same_as<Plain, TextNumber> ||
                std::same_as<Plain, Text>) {
    return Text::Argument(std::forward<T>(value));
  } else if constexpr (std::convertible_to<T, Text>) {
    return Text(std::forward<T>(value));
  } else if constexpr (std::same_as<Plain, char>) {
    return std::string(1, value);
  } else if constexpr (std::integral<Plain>) {
    static_assert(!std::same_as<Plain, bool>, "print a truth value as a word");
    if (std::in_range<std::int64_t>(value)) return static_cast<std::int64_t>(value);
    return std::to_string(value);
  } else if constexpr (std::floating_point<Plain>) {
    return as::shortest(value);
  } else if constexpr (std::convertible_to<T, std::string_view>) {
    return std::string(std::string_view(value));
  } else {
    return std::string(value);
  }
}

}  // namespace detail

/// A text from a template with "{}" for each argument: tr("cannot open '{}'", path).
template <class... Arguments>
Text tr(std::type_identity_t<detail::Template<sizeof...(Arguments)>> english,
        Arguments&&... arguments) {
  return Text::make(english.english, {detail::argument(std::forward<Arguments>(arguments))...});
}

/// A text with a number that decides between two templates with the same placeholders:
/// tr_plural(n, "{} packet was skipped", "{} packets were skipped", as::count(n)).
template <class... Arguments>
Text tr_plural(std::integral auto number,
               std::type_identity_t<detail::Template<sizeof...(Arguments)>> one,
               std::type_identity_t<detail::Template<sizeof...(Arguments)>> other,
               Arguments&&... arguments) {
  return Text::make_plural(static_cast<std::int64_t>(number), one.english, other.english,
                           {detail::argument(std::forward<Arguments>(arguments))...});
}

/// The texts as a list: "a, b, c". Empty if there are none.
Text joined(const std::vector<Text>& texts);
/// The texts as a list of clauses: "a; b; c". Empty if there are none.
Text joined_by_semicolons(const std::vector<Text>& texts);

}  // namespace nscope
