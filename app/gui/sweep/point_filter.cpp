#include "app/gui/sweep/point_filter.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

namespace nscope::gui {
namespace {

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::vector<std::string_view> filter_words(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos) return words;
    text.remove_prefix(start);
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::vector<bool> containing(const std::vector<std::string>& names, const std::string& word) {
  std::vector<bool> found;
  found.reserve(names.size());
  for (const std::string& name : names) {
    found.push_back(lower_case(name).find(word) != std::string::npos);
  }
  return found;
}

bool is_at(const std::vector<bool>& found, const sweep::PointColumn& column, std::size_t row) {
  return !column.texts.empty() && column.texts[row] != 0 && found[column.texts[row] - 1];
}

constexpr std::array kOutcomes{sweep::Outcome::kDone, sweep::Outcome::kRejected,
                               sweep::Outcome::kFailed};

}  // namespace

PointFilter::Test PointFilter::word_test(std::string_view word, const sweep::PointTable& points) {
  Test test{.column = kAnyText};
  const std::string wanted = lower_case(word);
  for (const auto& column : points.columns) {
    test.contains.push_back(containing(column.names, wanted));
  }
  test.contains.push_back(containing(points.reasons.names, wanted));
  for (const auto outcome : kOutcomes) {
    test.outcomes.push_back(to_string(outcome).find(wanted) != std::string_view::npos);
  }
  return test;
}

Result<PointFilter> PointFilter::parse(std::string_view text, const sweep::PointTable& points) {
  constexpr std::array<std::pair<std::string_view, Compare>, 6> kOperators{
      {{"<=", Compare::kLessEqual},
       {">=", Compare::kGreaterEqual},
       {"!=", Compare::kUnequal},
       {"<", Compare::kLess},
       {">", Compare::kGreater},
       {"=", Compare::kEqual}}};
  PointFilter filter;
  for (const std::string_view word : filter_words(text)) {
    const std::size_t at = word.find_first_of("<>=!");
    const auto* const sign =
        at == std::string_view::npos
            ? kOperators.end()
            : std::find_if(kOperators.begin(), kOperators.end(),
                           [&](const auto& each) { return word.substr(at).starts_with(each.first); });
    if (sign == kOperators.end()) {
      filter.tests_.push_back(word_test(word, points));
      continue;
    }
    const std::string_view name = word.substr(0, at);
    const std::string_view value = word.substr(at + sign->first.size());
    Test test{.column = name == "id"        ? kId
                        : name == "outcome" ? kOutcome
                                            : points.column(name),
              .compare = sign->second,
              .text = std::string(value)};
    if (test.column == sweep::Results::npos) {
      return fail(ErrorCode::kInvalidArgument, nscope::tr("unknown column '{}'", std::string(name)));
    }
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), test.number);
    test.is_number = error == std::errc() && end == value.data() + value.size();
    const bool equality = test.compare == Compare::kEqual || test.compare == Compare::kUnequal;
    if (value.empty() || (!test.is_number && !equality)) {
      return fail(ErrorCode::kInvalidArgument,
                  nscope::tr("'{}' needs a number, for example {}", std::string(word),
                     std::string(word.substr(0, at + sign->first.size())) + "10"));
    }
    filter.tests_.push_back(std::move(test));
  }
  return filter;
}

bool PointFilter::meets(const Test& test, double number) {
  if (std::isnan(number)) return test.compare == Compare::kUnequal;
  if (!test.is_number) return test.compare == Compare::kUnequal;
  switch (test.compare) {
    case Compare::kLess: return number < test.number;
    case Compare::kLessEqual: return number <= test.number;
    case Compare::kGreater: return number > test.number;
    case Compare::kGreaterEqual: return number >= test.number;
    case Compare::kEqual: return number == test.number;
    case Compare::kUnequal: return number != test.number;
  }
  return false;
}

bool PointFilter::meets(const Test& test, std::string_view text) {
  const bool same = lower_case(text) == lower_case(test.text);
  return test.compare == Compare::kUnequal ? !same : test.compare == Compare::kEqual && same;
}

bool PointFilter::matches(const Test& test, const sweep::PointTable& points, std::size_t row) {
  if (test.column == kId) return meets(test, static_cast<double>(points.ids[row]));
  if (test.column == kOutcome) return meets(test, to_string(points.outcomes[row]));
  if (test.column != kAnyText) {
    const sweep::PointColumn& column = points.columns[test.column];
    const std::string_view text = column.text(row);
    return text.empty() ? meets(test, column.numbers[row]) : meets(test, text);
  }
  const auto outcome = static_cast<std::size_t>(
      std::find(kOutcomes.begin(), kOutcomes.end(), points.outcomes[row]) - kOutcomes.begin());
  if (test.outcomes[outcome] || is_at(test.contains.back(), points.reasons, row)) return true;
  for (std::size_t i = 0; i < points.columns.size(); ++i) {
    if (is_at(test.contains[i], points.columns[i], row)) return true;
  }
  return false;
}

bool PointFilter::matches(const sweep::PointTable& points, std::size_t row) const {
  return std::all_of(tests_.begin(), tests_.end(),
                     [&](const Test& test) { return matches(test, points, row); });
}

}  // namespace nscope::gui
