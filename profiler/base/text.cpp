#include "profiler/base/text.h"

#include "profiler/base/language.h"

#include <span>

namespace nscope {
namespace {

/// Joins the halves of the list, so that a long list is not nested deeply.
Text join(std::span<const Text> texts, Text (*pair)(const Text&, const Text&)) {
  if (texts.empty()) return {};
  if (texts.size() == 1) return texts.front();
  const std::size_t half = texts.size() / 2;
  return pair(join(texts.first(half), pair), join(texts.subspan(half), pair));
}

}  // namespace

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

Text Text::with_names(const std::function<std::string(std::string_view)>& change) const {
  if (details_ == nullptr) return *this;
  if (!details_->verbatim.empty()) return verbatim(change(details_->verbatim));
  std::vector<Argument> arguments = details_->arguments;
  for (Argument& argument : arguments) {
    if (auto* const name = std::get_if<std::string>(&argument)) *name = change(*name);
    if (auto* const text = std::get_if<Text>(&argument)) *text = text->with_names(change);
  }
  return make_owned(std::string(english_), std::string(details_->one), details_->count,
                    std::move(arguments));
}

Text joined(const std::vector<Text>& texts) {
  return join(texts, [](const Text& a, const Text& b) { return tr("{}, {}", a, b); });
}

Text joined_by_semicolons(const std::vector<Text>& texts) {
  return join(texts, [](const Text& a, const Text& b) { return tr("{}; {}", a, b); });
}

bool operator==(const Text& a, const Text& b) {
  return a.english() == b.english();
}

}  // namespace nscope
