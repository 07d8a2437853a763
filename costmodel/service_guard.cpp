#include "costmodel/guards.h"

#include <fmt/format.h>

namespace nscope::cost {

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
  const auto limits = [&](const WorkEstimate& work) {
    return work.service ? "holds " + work.service->limits : std::string("has no stated latency");
  };
  if (limits(base) != limits(other)) {
    add(Severity::kWarning,
        fmt::format("its throughput {}, that of {} {}: tokens that may be late cost less",
                    limits(other), base.label, limits(base)));
  } else if (base.service && base.service->traffic != other.service->traffic) {
    add(Severity::kWarning, fmt::format("the limits are held for {}, those of {} for {}",
                                        other.service->traffic, base.label, base.service->traffic));
  }
  return findings;
}

}  // namespace nscope::cost
