#include "profiler/analysis/gate/report.h"

#include <string_view>

#include <fmt/format.h>

namespace nscope::gate {
namespace {

constexpr double kCharacter = 6.6;  ///< mean width of DejaVu Sans at 11 px
constexpr double kMargin = 6.0;

struct Verdict {
  std::string text;
  std::string_view colour;  ///< has a contrast of at least 4.5 with white
};

std::string counted(std::size_t count, std::string_view one, std::string_view other) {
  return fmt::format("{} {}", count, count == 1 ? one : other);
}

Verdict verdict_of(const GateReport& report) {
  const std::size_t regressions = report.count(Status::kRegression);
  if (regressions > 0) return {counted(regressions, "regression", "regressions"), "#b3261e"};
  if (!report.passed()) return {"failing", "#b3261e"};
  if (report.count(Status::kInconclusive) > 0) return {"inconclusive", "#8a5a00"};
  if (const std::size_t better = report.count(Status::kImproved); better > 0) {
    return {counted(better, "improvement", "improvements"), "#1b7837"};
  }
  return {"passing", "#1b7837"};
}

double width_of(std::string_view text) {
  return 2 * kMargin + kCharacter * static_cast<double>(text.size());
}

}  // namespace

std::string report_badge(const GateReport& report) {
  constexpr std::string_view kLabel = "performance";
  const Verdict verdict = verdict_of(report);
  const double left = width_of(kLabel);
  const double right = width_of(verdict.text);
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="20" role="img" aria-label="{1}: {2}">
<title>{1}: {2}</title>
<rect width="{0:.0f}" height="20" rx="3" fill="#444"/>
<path d="M{3:.0f} 0h{4:.0f}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{4:.0f}z" fill="{5}"/>
<g fill="#fff" text-anchor="middle" font-family="DejaVu Sans,Verdana,Geneva,sans-serif" font-size="11">
<text x="{6:.1f}" y="14">{1}</text>
<text x="{7:.1f}" y="14">{2}</text>
</g>
</svg>
)",
      left + right, kLabel, verdict.text, left, right - 3, verdict.colour, left / 2,
      left + right / 2);
}

}  // namespace nscope::gate
