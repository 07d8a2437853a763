#pragma once

#include "app/sweep/point_table.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::gui {

/// Which points a text selects, such as "batch>=16 tpot_p50<0.02 trn1": all of its words must be
/// met. NAME<VALUE, with one of < <= > >= = !=, compares a column, "id" or "outcome"; any other word
/// must occur in a text of the point, ignoring case. A plain value for one table.
class PointFilter {
 public:
  PointFilter() = default;
  /// Errors: kInvalidArgument, naming the word and what is allowed.
  static Result<PointFilter> parse(std::string_view text, const sweep::PointTable& points);

  bool is_empty() const { return tests_.empty(); }
  bool matches(const sweep::PointTable& points, std::size_t row) const;

 private:
  enum class Compare { kLess, kLessEqual, kGreater, kGreaterEqual, kEqual, kUnequal };
  struct Test {
    std::size_t column = 0;  ///< kId, kOutcome or kAnyText, or a column of the points
    Compare compare = Compare::kEqual;
    double number = 0;
    std::string text{};
    bool is_number = false;
    /// For words: for each column, and last for the reasons, whether its texts contain the word.
    std::vector<std::vector<bool>> contains{};
    std::vector<bool> outcomes{};
  };
  static constexpr std::size_t kAnyText = static_cast<std::size_t>(-1);
  static constexpr std::size_t kId = static_cast<std::size_t>(-2);
  static constexpr std::size_t kOutcome = static_cast<std::size_t>(-3);

  static Test word_test(std::string_view word, const sweep::PointTable& points);
  static bool meets(const Test& test, double number);
  static bool meets(const Test& test, std::string_view text);
  static bool matches(const Test& test, const sweep::PointTable& points, std::size_t row);

  std::vector<Test> tests_;
};

}  // namespace nscope::gui
