#include "profiler/analysis/search/event_query.h"

#include "profiler/base/text/closest_names.h"
#include "profiler/trace/columns/kinds.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::analysis {
namespace {

using Field = EventCondition::Field;
using Relation = EventCondition::Relation;

constexpr std::size_t kLongestQuery = 10'000;

enum class Takes { kText, kWord, kTime, kNumber, kKey };

struct FieldName {
  std::string_view name;
  Field field;
  Takes takes;
};

constexpr auto kFields = std::to_array<FieldName>({
    {"name", Field::kName, Takes::kText},
    {"opcode", Field::kOpcode, Takes::kText},
    {"engine", Field::kEngine, Takes::kWord},
    {"kind", Field::kKind, Takes::kWord},
    {"track", Field::kTrack, Takes::kText},
    {"core", Field::kCore, Takes::kNumber},
    {"dur", Field::kDuration, Takes::kTime},
    {"duration", Field::kDuration, Takes::kTime},
    {"wait", Field::kWait, Takes::kTime},
    {"start", Field::kStart, Takes::kTime},
    {"end", Field::kEnd, Takes::kTime},
    {"has", Field::kHas, Takes::kKey},
});
constexpr std::string_view kArgPrefix = "arg.";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return lower(c); });
  return out;
}

std::vector<std::string> engine_words() {
  std::vector<std::string> words;
  for (int e = static_cast<int>(Engine::kTensor); e <= static_cast<int>(Engine::kCc); ++e) {
    words.emplace_back(to_string(static_cast<Engine>(e)));
  }
  return words;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> words;
  for (int k = 0; k <= static_cast<int>(SliceKind::kCompile); ++k) {
    words.emplace_back(to_string(static_cast<SliceKind>(k)));
  }
  return words;
}

struct Unit {
  std::string_view name;
  double factor;
};
constexpr auto kTimeUnits = std::to_array<Unit>(
    {{"", 1.0}, {"ns", 1.0}, {"us", 1e3}, {"µs", 1e3}, {"μs", 1e3}, {"ms", 1e6}, {"s", 1e9}});
constexpr auto kNumberUnits = std::to_array<Unit>({
    {"", 1.0},
    {"k", 1e3},
    {"M", 1e6},
    {"G", 1e9},
    {"T", 1e12},
    {"B", 1.0},
    {"kB", 1e3},
    {"MB", 1e6},
    {"GB", 1e9},
    {"TB", 1e12},
    {"KiB", 0x1p10},
    {"MiB", 0x1p20},
    {"GiB", 0x1p30},
    {"TiB", 0x1p40},
});

/// A number with an optional unit; nullopt if the text is not one.
template <std::size_t N>
std::optional<double> number_with(std::string_view text, const std::array<Unit, N>& units) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  for (const Unit& known : units) {
    if (unit == known.name) return value * known.factor;
  }
  return std::nullopt;
}

std::string field_list() {
  std::vector<std::string_view> names;
  for (const FieldName& field : kFields) names.push_back(field.name);
  return fmt::format("{}, arg.KEY", fmt::join(names, ", "));
}

/// Parses a query.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<EventQuery> parse() {
    if (text_.size() > kLongestQuery) {
      reject(0, tr("the query must have at most {} characters", as::count(kLongestQuery)));
    }
    EventQuery query;
    for (skip_spaces(); more(); skip_spaces()) query.conditions.push_back(condition());
    if (error_) return fail(*error_);
    return query;
  }

 private:
  bool more() const { return !error_ && at_ < text_.size(); }
  char peek() const { return text_[at_]; }
  static constexpr std::string_view kSpaces = " \t\n\r";
  static bool is_space(char c) { return kSpaces.find(c) != std::string_view::npos; }
  void skip_spaces() {
    while (more() && is_space(peek())) ++at_;
  }
  void reject(std::size_t at, Text message) {
    if (error_) return;
    // The position is in characters, not in bytes.
    const auto before = text_.substr(0, std::min(at, text_.size()));
    const auto count = std::count_if(before.begin(), before.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    });
    error_ = Error{ErrorCode::kInvalidArgument, std::move(message), tr("character {}", count + 1)};
  }

  EventCondition condition() {
    EventCondition made;
    const std::size_t begin = at_;
    if (peek() == '-') {
      made.negated = true;
      ++at_;
      if (!more() || is_space(peek())) reject(begin, tr("a condition must follow '-'"));
    }
    if (!error_ && !field(made)) made.any = texts();
    return made;
  }

  static bool is_field(std::string_view name) {
    return name.starts_with(kArgPrefix) ||
           std::any_of(kFields.begin(), kFields.end(),
                       [&](const FieldName& f) { return f.name == lower(name); });
  }

  /// Whether `rest` starts with an operator that may follow a space: "dur > 10us". "=x" without
  /// a space is a condition of its own.
  static bool starts_with_operator(std::string_view rest) {
    return rest.starts_with('<') || rest.starts_with('>') || rest.starts_with("= ");
  }

  /// Parses a field with its operator and value. Returns false if the word is plain text.
  bool field(EventCondition& made) {
    // Keys of properties may contain any characters except spaces and operators.
    const bool property = text_.substr(at_).starts_with(kArgPrefix);
    const auto in_name = [property](char c) {
      if (property) return !is_space(c) && c != ':' && c != '<' && c != '>' && c != '=';
      return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    std::size_t end = at_;
    while (end < text_.size() && in_name(text_[end])) ++end;
    if (end == text_.size() || end == at_) return false;
    const std::string_view name = text_.substr(at_, end - at_);
    const std::size_t next = std::min(text_.find_first_not_of(kSpaces, end), text_.size());
    if (is_field(name) && starts_with_operator(text_.substr(next))) end = next;
    const std::string_view rest = text_.substr(end);
    const bool compares = rest.starts_with('<') || rest.starts_with('>') || rest.starts_with('=');
    if (!compares && !rest.starts_with(':')) return false;
    if (rest.starts_with("::")) return false;  // a C++ name
    const std::size_t begin = std::exchange(at_, end);
    if (name.starts_with(kArgPrefix)) {
      argument(made, name.substr(kArgPrefix.size()), begin);
      return true;
    }
    const auto known = std::find_if(kFields.begin(), kFields.end(),
                                    [&](const FieldName& f) { return f.name == lower(name); });
    if (known == kFields.end()) {
      reject(begin,
             tr("unknown field '{}'; use one of: {} (or put the text in quotes to search for it)",
                name, field_list()));
      return true;
    }
    made.field = known->field;
    switch (known->takes) {
      case Takes::kText: text_value(made); break;
      case Takes::kWord: word_value(made); break;
      case Takes::kTime: time_value(made); break;
      case Takes::kNumber: number_value(made); break;
      case Takes::kKey: key_value(made); break;
    }
    return true;
  }

  void argument(EventCondition& made, std::string_view key, std::size_t begin) {
    if (key.empty()) reject(begin, tr("missing key of the property; write arg.KEY"));
    made.field = Field::kArg;
    made.key = key;
    if (error_) return;
    if (peek() != ':') return number_value(made);
    ++at_;
    made.any = texts();
    for (const TextTest& test : made.any) {
      const auto* part = std::get_if<TextTest::Contains>(&test.how);
      const auto* whole = std::get_if<TextTest::Equals>(&test.how);
      if (part == nullptr && whole == nullptr) continue;
      const auto number = number_with(part != nullptr ? part->lower : whole->text, kNumberUnits);
      if (number) made.numbers.push_back(*number);
    }
  }

  void text_value(EventCondition& made) {
    if (peek() != ':') return reject(at_, tr("use ':' or ':=' to compare text"));
    ++at_;
    made.any = texts();
  }

  void word_value(EventCondition& made) {
    if (peek() != ':') return reject(at_, tr("expected ':'"));
    ++at_;
    const bool of_engine = made.field == Field::kEngine;
    const std::vector<std::string> words = of_engine ? engine_words() : kind_names();
    const std::size_t begin = at_;
    for (const auto& [text, at, quoted] : parts(begin)) {
      std::string wanted = lower(text);
      const auto is = [&](const std::string& word) {
        return lower(word) == wanted || (of_engine && lower(word) + "e" == wanted);
      };
      const auto word = std::find_if(words.begin(), words.end(), is);
      if (word == words.end()) {
        const std::string known = fmt::format("{}", fmt::join(words, ", "));
        return reject(at, of_engine ? tr("unknown engine '{}'; use one of: {}", text, known)
                                    : tr("unknown kind '{}'; use one of: {}", text, known));
      }
      made.any.push_back({TextTest::Equals{*word}});
    }
  }

  void key_value(EventCondition& made) {
    if (peek() != ':') return reject(at_, tr("expected ':'"));
    ++at_;
    const std::size_t begin = at_;
    const auto keys = parts(begin);
    if (error_) return;
    if (keys.size() != 1) return reject(begin, tr("expected one key"));
    made.key = keys.front().text;
  }

  void relation(EventCondition& made) {
    const std::string_view rest = text_.substr(at_);
    static constexpr std::pair<std::string_view, Relation> kRelations[] = {
        {">=", Relation::kAtLeast}, {"<=", Relation::kAtMost}, {">", Relation::kGreater},
        {"<", Relation::kLess},     {":=", Relation::kEqual},  {"=", Relation::kEqual},
        {":", Relation::kEqual}};
    for (const auto& [sign, meaning] : kRelations) {
      if (!rest.starts_with(sign)) continue;
      made.relation = meaning;
      at_ += sign.size();
      return;
    }
  }

  void time_value(EventCondition& made) {
    if (peek() == ':') return reject(at_, tr("use <, <=, >, >= or = to compare times"));
    number_of(made, kTimeUnits, [](std::string_view text) {
      return text.empty() ? tr("expected a time such as 10us, 1.5ms or 200")
                          : tr("'{}' must be a time such as 10us, 1.5ms or 200", text);
    });
  }
  void number_value(EventCondition& made) {
    number_of(made, kNumberUnits, [](std::string_view text) {
      return text.empty() ? tr("expected a number such as 12, 4k or 64KiB")
                          : tr("'{}' must be a number such as 12, 4k or 64KiB", text);
    });
  }

  /// `message` is the error for a text that is not a number with one of the units.
  template <std::size_t N>
  void number_of(EventCondition& made, const std::array<Unit, N>& units,
                 Text (*message)(std::string_view text)) {
    relation(made);
    skip_spaces();
    const std::size_t begin = at_;
    while (more() && !is_space(peek())) ++at_;
    const std::string_view text = text_.substr(begin, at_ - begin);
    const auto number = number_with(text, units);
    if (!number) return reject(begin, message(text));
    made.number = *number;
  }

  struct Part {
    std::string text;
    std::size_t at = 0;
    bool quoted = false;
  };

  /// The alternatives of a value, which ends at a space: "a|b".
  std::vector<Part> parts(std::size_t begin) {
    std::vector<Part> all(1, Part{.text = {}, .at = begin});
    while (more() && !is_space(peek())) {
      if (peek() == '"') {
        all.back().text += quoted();
        all.back().quoted = true;
      } else if (peek() == '|') {
        all.push_back({.text = {}, .at = ++at_});
      } else {
        all.back().text += text_[at_++];
      }
    }
    for (const Part& part : all) {
      if (part.text.empty()) reject(part.at, tr("missing value"));
    }
    return all;
  }

  std::string quoted() {
    const std::size_t begin = at_++;
    const std::size_t end = text_.find('"', at_);
    if (end == std::string_view::npos) {
      reject(begin, tr("missing closing quote"));
      return {};
    }
    const std::size_t from = std::exchange(at_, end + 1);
    return std::string(text_.substr(from, end - from));
  }

  std::vector<TextTest> texts() {
    if (more() && peek() == '/') return {pattern()};
    const bool exact = more() && peek() == '=';
    if (exact) ++at_;
    std::vector<TextTest> tests;
    for (Part& part : parts(at_)) {
      if (exact) {
        tests.push_back({TextTest::Equals{std::move(part.text)}});
      } else {
        tests.push_back({TextTest::Contains{lower(part.text)}});
      }
    }
    return tests;
  }

  TextTest pattern() {
    const std::size_t begin = at_++;
    std::string expression;
    while (more() && peek() != '/') {
      if (text_.substr(at_).starts_with("\\/"))
        ++at_;
      else if (peek() == '\\' && at_ + 1 < text_.size())
        expression += text_[at_++];
      expression += text_[at_++];
    }
    if (!more()) {
      reject(begin, tr("missing '/' at the end of the regular expression"));
      return {};
    }
    ++at_;
    const bool ignored = more() && peek() == 'i';
    if (ignored) ++at_;
    if (more() && !is_space(peek())) {
      reject(at_, tr("only 'i' can follow a regular expression"));
      return {};
    }
    using Case = RegularExpression::Case;
    auto compiled =
        RegularExpression::compile(expression, ignored ? Case::kIgnored : Case::kMatters);
    if (!compiled) {
      const Error& error = compiled.error();
      reject(begin, error.where.empty()
                        ? tr("invalid regular expression: {}", error.message)
                        : tr("invalid regular expression: {}: {}", error.where, error.message));
      return {};
    }
    return {std::move(*compiled)};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

}  // namespace

bool TextTest::matches(std::string_view text) const {
  if (const auto* part = std::get_if<Contains>(&how)) {
    const auto same = [](char in_text, char wanted) { return lower(in_text) == wanted; };
    return std::search(text.begin(), text.end(), part->lower.begin(), part->lower.end(), same) !=
               text.end() ||
           part->lower.empty();
  }
  if (const auto* whole = std::get_if<Equals>(&how)) return whole->text == text;
  return std::get<RegularExpression>(how).found_in(text);
}

Result<EventQuery> parse_event_query(std::string_view text) {
  return Parser(text).parse();
}

}  // namespace nscope::analysis
