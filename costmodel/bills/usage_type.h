#pragma once

#include <cstdint>
#include <string_view>

namespace nscope::cost {

/// Kind of instance-hours, by the first word of an AWS usage type.
enum class UsageKind : std::uint8_t {
  kOther,        ///< not hours of an instance: storage, traffic, requests, ...
  kOnDemand,     ///< BoxUsage, and Train, Host, ... of SageMaker; commitments can cover them
  kSpot,         ///< SpotUsage
  kDedicated,    ///< DedicatedUsage, HostBoxUsage
  kUnused,       ///< UnusedBox, UnusedDed: an unused Capacity Reservation
  kReservation,  ///< Reservation, DedicatedRes: repeats all hours of a Capacity Reservation, at 0
  kBlock,        ///< CapacityBlock...: a Capacity Block for ML
  kFee,          ///< HeavyUsage and similar: the fee of a Reserved Instance
};

/// The parts of a usage type such as "USW2-BoxUsage:p4d.24xlarge". The views point into the text.
struct UsageType {
  std::string_view region_prefix;  ///< "USW2", empty for us-east-1
  std::string_view word;           ///< "BoxUsage"
  std::string_view instance;       ///< "p4d.24xlarge"; empty if absent
  UsageKind kind = UsageKind::kOther;
};
UsageType parse_usage_type(std::string_view text);

/// Whether a word is an EC2 or SageMaker instance type: "trn1.32xlarge",
/// "ml.p4d.24xlarge", "u-p6e-gb200x72".
bool is_instance_type(std::string_view word);

/// The first instance type in a sentence, such as "$21.5 per On Demand Linux
/// trn1.32xlarge Instance Hour"; empty if there is none.
std::string_view find_instance_type(std::string_view sentence);

/// Whether the type has Neuron devices, GPUs or other accelerators: families trn, inf, p, g, gr
/// and dl, and UltraServers, also with the prefix of SageMaker. Decided by the name, so that it
/// includes new sizes.
bool is_accelerator(std::string_view instance);

}  // namespace nscope::cost
