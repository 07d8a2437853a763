#include "costmodel/checks/guards.h"

#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

std::string rate(double tokens_per_second) {
  return group_thousands(
             fmt::format("{:.{}f}", tokens_per_second, tokens_per_second < 100 ? 1 : 0)) +
         " tok/s";
}

std::string days(double hours) {
  return fmt::format("{:.4g} days", hours / kHoursPerDay);
}

std::string billions(double tokens) {
  return fmt::format("{:.4g} billion tokens", tokens / 1e9);
}

std::string dollars(Usd amount) {
  return format_usd(amount, 0) + " USD";
}

/// "31.4 % fewer", "12.0 % more".
std::string difference(double share_missing, std::string_view less, std::string_view more) {
  return fmt::format("{:.1f} % {}", std::abs(share_missing) * 100.0,
                     share_missing > 0.0 ? less : more);
}

struct Findings {
  Guard guard;
  std::string label;
  std::vector<Finding> list{};

  void add(Severity severity, std::string message) {
    list.push_back({guard, severity, label, std::move(message)});
  }
};

/// The tokens of `base` and `other` as their sources print the runs.
void compare_runs(const WorkEstimate& base, std::optional<Usd> base_price,
                  const WorkEstimate& other, std::optional<Usd> other_price, Findings& findings) {
  if (!base.run_hours || !other.run_hours) return;
  const FleetRun base_run{base_price.value_or(Usd()), base.throughput.tokens_per_second,
                          *base.run_hours};
  const FleetRun other_run{other_price.value_or(Usd()), other.throughput.tokens_per_second,
                           *other.run_hours};
  const EqualWork work = equal_work(base_run, other_run);
  if (std::abs(work.shortfall) <= kEqualWorkTolerance) {
    findings.add(Severity::kInfo,
                 fmt::format("the same work as {}: {} here, {} there", base.label,
                             billions(work.other_tokens), billions(work.base_tokens)));
    return;
  }
  std::string message =
      fmt::format("{} x {} is {}, {} than the {} of {} ({} x {})", days(other_run.hours),
                  rate(other_run.tokens_per_second), billions(work.other_tokens),
                  difference(work.shortfall, "fewer", "more"), billions(work.base_tokens),
                  base.label, days(base_run.hours), rate(base_run.tokens_per_second));
  message += fmt::format(". The same work takes {}", days(work.hours_needed));
  if (base_price && other_price) {
    message += fmt::format(" and costs {}, {} than {} (the claimed run costs {}, {})",
                           dollars(work.equal_cost), difference(work.saving_equal, "less", "more"),
                           dollars(work.base_cost), dollars(work.claimed_cost),
                           difference(work.saving_claimed, "less", "more"));
  }
  message +=
      fmt::format("; doing it in {} needs {}", days(other_run.hours), rate(work.rate_needed));
  findings.add(Severity::kError, message);
}

void compare_lengths(const WorkEstimate& base, const WorkEstimate& other, Findings& findings) {
  const auto check = [&](int a, int b, std::string_view what) {
    if (a > 0 && b > 0 && a != b) {
      findings.add(Severity::kWarning,
                   fmt::format("{} {} tokens per request, {} has {}: a token does not cost the "
                               "same",
                               b, what, base.label, a));
    }
  };
  check(base.shape.input_tokens, other.shape.input_tokens, "input");
  check(base.shape.output_tokens, other.shape.output_tokens, "output");
}

}  // namespace

std::string_view to_string(Guard guard) {
  switch (guard) {
    case Guard::kEqualWork: return "equal work";
    case Guard::kRoofline: return "roofline";
    case Guard::kMemoryFit: return "memory fit";
    case Guard::kContext: return "context";
    case Guard::kUnits: return "units";
    case Guard::kPurchase: return "purchase";
    case Guard::kStalePrice: return "stale price";
    case Guard::kUtilisation: return "utilisation";
    case Guard::kServiceLevel: return "service level";
  }
  return "";
}

bool disqualifies(const Finding& finding) {
  return finding.severity == Severity::kError &&
         (finding.guard == Guard::kRoofline || finding.guard == Guard::kMemoryFit);
}

std::vector<Finding> roofline_guard(const catalog::Catalog& catalog, const WorkEstimate& work) {
  Findings findings{Guard::kRoofline, work.label};
  const auto bound = throughput_bound(catalog, work);
  const Throughput& through = work.throughput;
  if (!bound || !(through.tokens_per_second > 0.0)) return {};
  double claimed = through.tokens_per_second;
  double low = through.low.value_or(claimed);
  std::string what = rate(claimed);
  const WorkShape& shape = work.shape;
  if (work.phase == Phase::kServing && through.counted == CountedTokens::kAll) {
    if (shape.input_tokens <= 0 || shape.output_tokens <= 0) {
      findings.add(Severity::kInfo,
                   "not checked: the throughput counts prompts too, and the lengths are unknown");
      return findings.list;
    }
    const double share = static_cast<double>(shape.output_tokens) /
                         (static_cast<double>(shape.input_tokens) + shape.output_tokens);
    claimed *= share;
    low *= share;
    what += fmt::format(" ({} of output)", rate(claimed));
  }
  const double ratio = claimed / bound->tokens_per_second;
  const std::string_view kind = bound->memory ? "memory" : "compute";
  if (ratio > 1.0) {
    const bool band_reaches = low <= bound->tokens_per_second;
    findings.add(
        band_reaches ? Severity::kWarning : Severity::kError,
        fmt::format("{} exceeds the {} bound of {} of {} {:.1f} times: {}", what, kind,
                    work.instance, rate(bound->tokens_per_second), ratio, bound->arithmetic));
  } else {
    findings.add(Severity::kInfo,
                 fmt::format("{} is {} of the {} bound of {}: {}", what, format_percent(ratio),
                             kind, rate(bound->tokens_per_second), bound->arithmetic));
  }
  return findings.list;
}

std::vector<Finding> equal_work_guard(const WorkEstimate& base, std::optional<Usd> base_per_hour,
                                      const WorkEstimate& other,
                                      std::optional<Usd> other_per_hour) {
  Findings findings{Guard::kEqualWork, other.label};
  if (base.phase != other.phase) {
    findings.add(Severity::kError,
                 fmt::format("{} against {} of {}: not the same work", to_string(other.phase),
                             to_string(base.phase), base.label));
    return findings.list;
  }
  if (base.throughput.counted != other.throughput.counted) {
    findings.add(Severity::kError,
                 fmt::format("the throughput counts {} tokens, that of {} counts {} tokens",
                             to_string(other.throughput.counted), base.label,
                             to_string(base.throughput.counted)));
  }
  const auto models_differ = [&] {
    return !base.shape.model.empty() && !other.shape.model.empty() &&
           base.shape.model != other.shape.model;
  };
  if (models_differ()) {
    findings.add(Severity::kError, fmt::format("model {}, but {} runs {}", other.shape.model,
                                               base.label, base.shape.model));
  }
  if (base.shape.dtype != other.shape.dtype) {
    findings.add(Severity::kWarning, fmt::format("precision {}, but {} runs in {}",
                                                 other.shape.dtype, base.label, base.shape.dtype));
  }
  compare_lengths(base, other, findings);
  compare_runs(base, base_per_hour, other, other_per_hour, findings);
  return findings.list;
}

}  // namespace nscope::cost
