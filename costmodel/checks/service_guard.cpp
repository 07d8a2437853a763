#include "costmodel/checks/guards.h"

#include <algorithm>

namespace nscope::cost {
namespace {

/// The limits of an item with their exact values: "e2e_p99_s 4.004".
Text exact_limits(const ServiceLevel& service) {
  std::vector<Text> limits;
  for (const LatencyLimit& limit : service.asked) {
    limits.push_back(tr("{} {}", limit.name, limit.seconds));
  }
  return joined(limits);
}

bool same_limits(const WorkEstimate& a, const WorkEstimate& b) {
  if (!a.service || !b.service) return a.service.has_value() == b.service.has_value();
  return a.service->asked == b.service->asked;
}

Text different_limits(const WorkEstimate& base, const WorkEstimate& other) {
  if (!other.service) {
    return tr(
        "the throughput has no latency limit, but that of '{}' meets {}; tokens without a latency "
        "limit cost less",
        base.label, base.service->limits);
  }
  if (!base.service) {
    return tr(
        "the throughput meets {}, but that of '{}' has no latency limit; tokens without a latency "
        "limit cost less",
        other.service->limits, base.label);
  }
  const bool rounded_alike = base.service->limits == other.service->limits;
  const auto limits = [&](const ServiceLevel& service) {
    return rounded_alike ? exact_limits(service) : service.limits;
  };
  return tr(
      "the throughput meets {}, but that of '{}' meets {}; tokens with a higher latency limit cost "
      "less",
      limits(*other.service), base.label, limits(*base.service));
}

}  // namespace

std::vector<Finding> service_guard(const WorkEstimate& base, const WorkEstimate& other) {
  std::vector<Finding> findings;
  const auto add = [&](Severity severity, Text message) {
    findings.push_back({Guard::kServiceLevel, severity, other.label, std::move(message)});
  };
  if (other.service) {
    const ServiceLevel& service = *other.service;
    if (!other.has_throughput()) {
      add(Severity::kWarning, tr("no load meets {}, so the throughput is unknown: {}",
                                 service.limits, service.why_not));
    }
    for (const Text& remark : service.remarks) add(Severity::kInfo, remark);
  }
  if (base.label == other.label || !base.has_throughput() || !other.has_throughput()) {
    return findings;
  }
  if (!same_limits(base, other)) {
    add(Severity::kWarning, different_limits(base, other));
  } else if (base.service && base.service->traffic != other.service->traffic) {
    add(Severity::kWarning, tr("the limits are met for {}, but those of '{}' for {}",
                               other.service->traffic, base.label, base.service->traffic));
  }
  return findings;
}

}  // namespace nscope::cost
