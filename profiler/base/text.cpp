#include "profiler/base/text.h"

#include "profiler/base/language.h"

namespace nscope {

Text Text::make(std::string_view english, std::vector<Argument> arguments) {
  Text text(Phrase{english});
  if (!arguments.empty()) {
    text.details_ = std::make_shared<const Details>(Details{.arguments = std::move(arguments)});
  }
  return text;
}

Text Text::make_plural(std::int64_t count, std::string_view one, std::string_view other,
                       std::vector<Argument> arguments) {
  Text text(Phrase{other});
  text.details_ = std::make_shared<const Details>(
      Details{.one = one, .count = count, .arguments = std::move(arguments)});
  return text;
}

Text Text::make_owned(std::string english, std::string one, std::int64_t count,
                      std::vector<Argument> arguments) {
  const auto details = std::make_shared<Details>(
      Details{.count = count, .arguments = std::move(arguments), .owned = english + one});
  const std::string_view templates = details->owned;
  details->one = templates.substr(english.size());
  Text result(Phrase{templates.substr(0, english.size())});
  result.details_ = details;
  return result;
}

Text Text::of_resource(std::string_view english) {
  if (english.empty()) return {};
  std::string literal;
  for (const char c : english) literal.append(c == '{' || c == '}' ? 2 : 1, c);
  return make_owned(std::move(literal), {}, 0, {});
}

Text Text::verbatim(std::string text) {
  Text result;
  if (text.empty()) return result;
  const auto details = std::make_shared<const Details>(Details{.verbatim = std::move(text)});
  result.english_ = details->verbatim;
  result.details_ = details;
  return result;
}

std::string Text::english() const {
  return Language().say(*this);
}

Text joined(const std::vector<Text>& texts) {
  Text list;
  for (const Text& text : texts) list = list.empty() ? text : tr("{}, {}", list, text);
  return list;
}

bool operator==(const Text& a, const Text& b) {
  return a.english() == b.english();
}

}  // namespace nscope
