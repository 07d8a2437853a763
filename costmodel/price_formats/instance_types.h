#pragma once

#include "costmodel/price_formats/price_format.h"
#include "profiler/base/tables/table.h"
#include "simcore/catalog/catalog.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::cost {

/// What the EC2 API says an instance type is made of. Memory in MiB, as there.
struct InstanceTypeFacts {
  std::string instance;
  std::string device;  ///< "Trainium2", "A100"; empty: no accelerator
  std::int64_t devices = 0;
  std::int64_t device_mib = 0;          ///< of one device, as stated
  std::optional<std::int64_t> cores{};  ///< of one Neuron device
  std::int64_t vcpus = 0;
  std::int64_t host_mib = 0;
  std::int64_t efa_interfaces = 0;
  std::vector<std::string> usage_classes{};  ///< "on-demand", "spot", "capacity-block"
};

/// Reads `aws ec2 describe-instance-types`. Errors: kBadInput naming line or member.
Result<std::vector<InstanceTypeFacts>> read_instance_types(const PriceInput& input,
                                                           TaskControl& control);

/// A figure of the API that is known to be wrong, with the right one and its source.
struct KnownApiError {
  std::string_view device;
  std::int64_t stated_mib = 0;
  std::int64_t true_mib = 0;
  std::string_view source;
};
/// The known error about the memory of such a device; null where there is none.
const KnownApiError* known_api_error(const InstanceTypeFacts& facts);

/// Where the API and our catalogue differ: a row per figure with both values and what
/// to make of it. A known error of the API is listed as such. Types that the catalogue
/// does not have are rows too, where they have accelerators.
Table instance_type_differences(const std::vector<InstanceTypeFacts>& types,
                                const catalog::Catalog& catalog);

}  // namespace nscope::cost
