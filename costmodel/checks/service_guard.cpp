#include "costmodel/checks/guards.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

std::string limits_of(const WorkEstimate& work) {
  return work.service ? "holds " + work.service->limits : std::string("has no stated latency");
}

/// Precondition: it has limits.
std::string exact_limits_of(const WorkEstimate& work) {
  std::vector<std::string> words;
  for (const LatencyLimit& limit : work.service->asked) {
    words.push_back(fmt::format("{} {}", limit.name, limit.seconds));
  }
  return fmt::format("holds {}", fmt::join(words, ", "));
}

bool same_limits(const WorkEstimate& a, const WorkEstimate& b) {
  if (!a.service || !b.service) return a.service.has_value() == b.service.has_value();
  return a.service->asked == b.service->asked;
}

}  // namespace

std::vector<Finding> service_guard(const WorkEstimate& base, const WorkEstimate& other) {
  std::vector<Finding> findings;
  const auto add = [&](Severity severity, std::string message) {
    findings.push_back({Guard::kServiceLevel, severity, other.label, std::move(message)});
  };
  if (other.service) {
    const ServiceLevel& service = *other.service;
    if (!other.has_throughput()) {
      add(Severity::kWarning,
          fmt::format("no load holds {}, so that it has no throughput there: {}", service.limits,
                      service.why_not));
    }
    for (const std::string& remark : service.remarks) add(Severity::kInfo, remark);
  }
  if (base.label == other.label || !base.has_throughput() || !other.has_throughput()) {
    return findings;
  }
  if (!same_limits(base, other)) {
    const bool rounded_alike = limits_of(base) == limits_of(other);
    const auto words = rounded_alike ? exact_limits_of : limits_of;
    add(Severity::kWarning,
        fmt::format("its throughput {}, that of {} {}: tokens that may be late cost less",
                    words(other), base.label, words(base)));
  } else if (base.service && base.service->traffic != other.service->traffic) {
    add(Severity::kWarning, fmt::format("the limits are held for {}, those of {} for {}",
                                        other.service->traffic, base.label, base.service->traffic));
  }
  return findings;
}

}  // namespace nscope::cost
