#include "app/cli/live_input.h"

#include "app/cli/simulated_trace.h"
#include "importers/importer.h"

#include <filesystem>
#include <utility>

namespace nscope::cli {
namespace {

Result<LiveInput> monitor(Result<importers::LiveSource> source) {
  if (!source) return fail(source.error());
  return LiveInput{.kind = "neuron-monitor", .stream = std::move(*source)};
}

Result<LiveInput> played(std::string kind, Result<std::shared_ptr<const Trace>> run) {
  if (!run) return fail(run.error());
  return LiveInput{.kind = std::move(kind), .run = std::move(*run)};
}

}  // namespace

Result<LiveInput> open_live_input(const LiveOptions& options, std::optional<std::uint64_t> seed,
                                  TaskControl& control) {
  const std::string& source = options.source;
  if (source.empty() == options.command.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                "say what to watch: SOURCE (a workload, a capture, a pipe, or - for standard "
                "input) or --command");
  }
  if (!options.command.empty()) return monitor(importers::LiveSource::start(options.command));
  if (source == "-") return monitor(importers::LiveSource::standard_input());
  std::error_code ignored;
  const auto status = std::filesystem::status(source, ignored);
  const bool file = std::filesystem::is_regular_file(status);
  const bool folder = std::filesystem::is_directory(status);
  const bool pipe = std::filesystem::exists(status) && !file && !folder;
  if (pipe || options.follow) return monitor(importers::LiveSource::open(source));
  if (folder || (file && !is_simulation_document(source))) {
    return played("capture", importers::open_run({&source, 1}, {}, control));
  }
  return played("simulation", simulated_trace(source, seed, control));
}

}  // namespace nscope::cli
