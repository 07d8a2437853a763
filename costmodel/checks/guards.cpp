#include "costmodel/checks/guards.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/money/token_count.h"

#include <algorithm>
#include <cmath>

namespace nscope::cost {
namespace {

Text rate(double tokens_per_second) {
  return tr("{} tok/s", as::fixed(tokens_per_second, tokens_per_second < 100 ? 1 : 0));
}

Text days(double hours) {
  return tr("{} days", as_digits(hours / kHoursPerDay, 4));
}

Text dollars(Usd amount) {
  return tr("USD {}", as_usd(amount, 0));
}

/// "31.4 % less than USD 1,000".
Text saving_text(double saving, Usd base) {
  const TextNumber share = as::percent(std::abs(saving));
  return saving > 0.0 ? tr("{} less than {}", share, dollars(base))
                      : tr("{} more than {}", share, dollars(base));
}

struct Findings {
  Guard guard;
  std::string label;
  std::vector<Finding> list{};

  void add(Severity severity, Text message) {
    list.push_back({guard, severity, label, std::move(message)});
  }
};

/// Compares the tokens of the stated runs of `base` and `other`.
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
                 tr("the same work as '{}': {} compared with {}", base.label,
                    tokens_text(work.other_tokens), tokens_text(work.base_tokens)));
    return;
  }
  const Text tokens = tokens_text(work.other_tokens);
  const TextNumber share = as::percent(std::abs(work.shortfall));
  const Text base_tokens = tr("the {} of '{}' ({} at {})", tokens_text(work.base_tokens),
                              base.label, days(base_run.hours), rate(base_run.tokens_per_second));
  Text message = work.shortfall > 0.0
                     ? tr("{} at {} are {}, {} fewer than {}.", days(other_run.hours),
                          rate(other_run.tokens_per_second), tokens, share, base_tokens)
                     : tr("{} at {} are {}, {} more than {}.", days(other_run.hours),
                          rate(other_run.tokens_per_second), tokens, share, base_tokens);
  if (base_price && other_price) {
    message = tr("{} The same work takes {} and costs {}, {}; the claimed run costs {}, {}.",
                 message, days(work.hours_needed), dollars(work.equal_cost),
                 saving_text(work.saving_equal, work.base_cost), dollars(work.claimed_cost),
                 saving_text(work.saving_claimed, work.base_cost));
  } else {
    message = tr("{} The same work takes {}.", message, days(work.hours_needed));
  }
  findings.add(Severity::kError, tr("{} Completing it in {} requires {}.", message,
                                    days(other_run.hours), rate(work.rate_needed)));
}

void compare_lengths(const WorkEstimate& base, const WorkEstimate& other, Findings& findings) {
  const auto differ = [](int a, int b) { return a > 0 && b > 0 && a != b; };
  if (differ(base.shape.input_tokens, other.shape.input_tokens)) {
    findings.add(Severity::kWarning,
                 tr("{} input tokens per request, but '{}' has {}; the cost of a token differs",
                    other.shape.input_tokens, base.label, base.shape.input_tokens));
  }
  if (differ(base.shape.output_tokens, other.shape.output_tokens)) {
    findings.add(Severity::kWarning,
                 tr("{} output tokens per request, but '{}' has {}; the cost of a token differs",
                    other.shape.output_tokens, base.label, base.shape.output_tokens));
  }
}

}  // namespace

Phrase title(Guard guard) {
  switch (guard) {
    case Guard::kEqualWork: return phrase("equal work");
    case Guard::kRoofline: return phrase("roofline");
    case Guard::kMemoryFit: return phrase("memory fit");
    case Guard::kContext: return phrase("context");
    case Guard::kUnits: return phrase("units");
    case Guard::kPurchase: return phrase("purchase");
    case Guard::kStalePrice: return phrase("stale price");
    case Guard::kUtilisation: return phrase("utilisation");
    case Guard::kServiceLevel: return phrase("service level");
  }
  return {};
}

std::string_view to_string(Guard guard) {
  return title(guard).english;
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
  Text what = rate(claimed);
  const WorkShape& shape = work.shape;
  // An encoder has no output: its tokens are those of the inputs.
  const auto model = catalog.model(shape.model);
  const bool encodes = model && (*model)->architecture == catalog::Architecture::kEncoder;
  if (work.phase == Phase::kServing && through.counted == CountedTokens::kAll && !encodes) {
    if (shape.input_tokens <= 0 || shape.output_tokens <= 0) {
      findings.add(
          Severity::kInfo,
          tr("not checked: the throughput also counts prompts, and the lengths are unknown"));
      return findings.list;
    }
    const double share = static_cast<double>(shape.output_tokens) /
                         (static_cast<double>(shape.input_tokens) + shape.output_tokens);
    claimed *= share;
    low *= share;
    what = tr("{} ({} of output tokens)", what, rate(claimed));
  }
  const double ratio = claimed / bound->tokens_per_second;
  const Text limit = rate(bound->tokens_per_second);
  if (ratio > 1.0) {
    const bool band_reaches = low <= bound->tokens_per_second;
    const TextNumber times = as::fixed(ratio, 1);
    findings.add(band_reaches ? Severity::kWarning : Severity::kError,
                 bound->memory ? tr("{} is {} times the memory bound of {} on {}: {}", what, times,
                                    limit, work.instance, bound->arithmetic)
                               : tr("{} is {} times the compute bound of {} on {}: {}", what, times,
                                    limit, work.instance, bound->arithmetic));
  } else {
    const TextNumber share = as::percent(ratio);
    findings.add(Severity::kInfo, bound->memory ? tr("{} is {} of the memory bound of {}: {}", what,
                                                     share, limit, bound->arithmetic)
                                                : tr("{} is {} of the compute bound of {}: {}",
                                                     what, share, limit, bound->arithmetic));
  }
  return findings.list;
}

std::vector<Finding> equal_work_guard(const WorkEstimate& base, std::optional<Usd> base_per_hour,
                                      const WorkEstimate& other,
                                      std::optional<Usd> other_per_hour) {
  Findings findings{Guard::kEqualWork, other.label};
  if (base.phase != other.phase) {
    findings.add(
        Severity::kError,
        other.phase == Phase::kServing
            ? tr("serving is compared with the training of '{}'; the work differs", base.label)
            : tr("training is compared with the serving of '{}'; the work differs", base.label));
    return findings.list;
  }
  if (base.throughput.counted != other.throughput.counted) {
    findings.add(Severity::kError,
                 other.throughput.counted == CountedTokens::kAll
                     ? tr("the throughput counts input and output tokens, but that of '{}' counts "
                          "output tokens only",
                          base.label)
                     : tr("the throughput counts output tokens only, but that of '{}' counts input "
                          "and output tokens",
                          base.label));
  }
  const auto models_differ = [&] {
    return !base.shape.model.empty() && !other.shape.model.empty() &&
           base.shape.model != other.shape.model;
  };
  if (models_differ()) {
    findings.add(Severity::kError, tr("the model is {}, but '{}' runs {}", other.shape.model,
                                      base.label, base.shape.model));
  }
  if (base.shape.dtype != other.shape.dtype) {
    findings.add(Severity::kWarning, tr("the data type is {}, but '{}' uses {}", other.shape.dtype,
                                        base.label, base.shape.dtype));
  }
  compare_lengths(base, other, findings);
  compare_runs(base, base_per_hour, other, other_per_hour, findings);
  return findings.list;
}

}  // namespace nscope::cost
