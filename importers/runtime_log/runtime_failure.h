#pragma once

#include "profiler/base/text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// What is published about an error of the Neuron Runtime, its driver or its collective
/// communication: a row of resources/runtime/errors.csv.
struct RuntimeErrorMeaning {
  bool warning = false;              ///< the program may continue
  std::vector<std::string> names{};  ///< "NRT_EXEC_OOB"; the first one is the current name
  std::int64_t status = -1;          ///< 1006; -1 if it has no number
  std::vector<std::string> texts{};  ///< parts of messages that state the error
  std::string cause{};               ///< in English, as in the resource
  std::string remedy{};
  std::string source{};  ///< address of the page or thread
};

/// A message that states an error, found in the line of any program.
struct RuntimeFailure {
  std::string code{};  ///< "NRT_EXEC_OOB"; "status 77" if its name is not known; "" if not stated
  const RuntimeErrorMeaning* meaning = nullptr;  ///< null if it is not published
  std::size_t begin = 0;                         ///< where the line states it
  bool warning() const { return meaning != nullptr && meaning->warning; }
};

/// The error that a line states: by its name ("NEURON_HW_ERR=DMA_ERROR", "NRT_TIMEOUT"), its number
/// ("nrt_execute status=1006", "Inference completed with err: 5") or a known part of the message.
/// nullopt if it states none. Any thread.
std::optional<RuntimeFailure> find_runtime_failure(std::string_view line);
/// The same for a message of the runtime, in which more texts are certain.
std::optional<RuntimeFailure> failure_in_message(std::string_view message);

/// The meaning of a name, "NRT_RESOURCE"; null if it is not published.
const RuntimeErrorMeaning* find_runtime_error(std::string_view name);

/// Parts of lines that find_runtime_failure() may know, for searching a large text.
std::vector<std::string_view> runtime_failure_texts();

/// The device and core that a message is about: "[ND 0][NC 1]", "nd0:nc1", "nd-id=0 nc-id=1",
/// "Neuron Device 0 NC 1". -1: not stated.
struct FailurePlace {
  std::int64_t device = -1;
  std::int64_t core = -1;  ///< of the device
};
FailurePlace failure_place(std::string_view message);

/// The value of "name=value" in a message of the driver; "" if there is none.
std::string_view failure_detail(std::string_view message, std::string_view name);

}  // namespace nscope::importers
