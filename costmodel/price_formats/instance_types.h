#pragma once

#include "costmodel/price_formats/price_format.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::cost {

/// The hardware of an instance type according to the EC2 API. Memory is in MiB as in the API.
struct InstanceTypeFacts {
  std::string instance;
  std::string device;  ///< "Trainium2", "A100"; empty without accelerators
  std::int64_t devices = 0;
  std::int64_t device_mib = 0;          ///< of one device
  std::optional<std::int64_t> cores{};  ///< of one Neuron device
  std::int64_t vcpus = 0;
  std::int64_t host_mib = 0;
  std::int64_t efa_interfaces = 0;
  std::vector<std::string> usage_classes{};  ///< "on-demand", "spot", "capacity-block"
};

/// Reads `aws ec2 describe-instance-types`. Errors: kBadInput naming line or member.
Result<std::vector<InstanceTypeFacts>> read_instance_types(const PriceInput& input,
                                                           TaskControl& control);

/// A figure of the API that is known to be wrong, with the correct one and its source.
struct KnownApiError {
  std::string_view device;
  std::int64_t stated_mib = 0;
  std::int64_t true_mib = 0;
  std::string_view source;
};
/// The known error about the memory of the device; null if there is none.
const KnownApiError* known_api_error(const InstanceTypeFacts& facts);

/// Differences between the API and the catalogue: a row per figure with both values and a verdict.
/// Known errors of the API are marked. Types with accelerators that the catalogue does not have are
/// rows as well.
Table instance_type_differences(const std::vector<InstanceTypeFacts>& types,
                                const catalog::Catalog& catalog);

}  // namespace nscope::cost
