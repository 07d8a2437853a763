#pragma once

#include <cstdint>
#include <string_view>

namespace nscope::cost {

/// What the first word of an AWS usage type says about instance-hours.
enum class UsageKind : std::uint8_t {
  kOther,        ///< no hours of an instance: storage, traffic, requests, ...
  kOnDemand,     ///< BoxUsage, and SageMaker's Train, Host, ...: also covered by commitments
  kSpot,         ///< SpotUsage
  kDedicated,    ///< DedicatedUsage, HostBoxUsage
  kUnused,       ///< UnusedBox, UnusedDed: a Capacity Reservation that stands empty
  kReservation,  ///< Reservation, DedicatedRes: all hours of a Capacity Reservation again, at 0
  kBlock,        ///< CapacityBlock...: a Capacity Block for ML
  kFee,          ///< HeavyUsage and its like: the fee of a Reserved Instance
};

/// "USW2-BoxUsage:p4d.24xlarge" taken apart. The views point into the text.
struct UsageType {
  std::string_view region_prefix;  ///< "USW2", empty for us-east-1
  std::string_view word;           ///< "BoxUsage"
  std::string_view instance;       ///< "p4d.24xlarge"; empty: names none
  UsageKind kind = UsageKind::kOther;
};
UsageType parse_usage_type(std::string_view text);

/// Whether a word is an EC2 or SageMaker instance type: "trn1.32xlarge",
/// "ml.p4d.24xlarge", "u-p6e-gb200x72".
bool is_instance_type(std::string_view word);

/// The first instance type in a sentence, such as "$21.5 per On Demand Linux
/// trn1.32xlarge Instance Hour"; empty without one.
std::string_view find_instance_type(std::string_view sentence);

/// Whether the type has Neuron devices or GPUs: families trn, inf, p, g, gr, dl and
/// the UltraServers, SageMaker's too. By name, so that new sizes count.
bool is_accelerator(std::string_view instance);

}  // namespace nscope::cost
