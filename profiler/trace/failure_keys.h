#pragma once

#include <string_view>

namespace nscope::key {

// Properties of an error of the Neuron Runtime, its driver or its collective communication in a
// log: a slice of kind host. Its code is kErrorCode ("NRT_EXEC_OOB"). Cause, remedy and source are
// published texts, in English.
inline constexpr std::string_view kFailureLevel = "failure_level";  ///< "error" or "warning"
inline constexpr std::string_view kFailureMessage = "message";
inline constexpr std::string_view kFailureCause = "cause";
inline constexpr std::string_view kFailureRemedy = "remedy";
inline constexpr std::string_view kFailureSource = "documentation";  ///< address
inline constexpr std::string_view kFailureDevice = "neuron_device";
inline constexpr std::string_view kFailureCore = "neuroncore";  ///< of the device

}  // namespace nscope::key
