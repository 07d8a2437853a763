#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/cli/output/dump_text.h"

#include <memory>

namespace nscope::cli {

CommandRun define_dump(CLI::App& app) {
  const auto input = std::make_shared<InputOptions>();
  add_input_options(app, *input, false);
  return [input](const CommonOptions& common, TaskControl& control) -> Result<CommandOutput> {
    if (common.json) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("dump prints text only; use info, summary or query for JSON"));
    }
    const auto trace = open_input(*input, control);
    if (!trace) return fail(trace.error());
    auto text = dump_text(**trace, control);
    if (!text) return fail(text.error());
    // Columns of a large session are checked when they are first read.
    if (const auto damage = (*trace)->storage_error()) return fail(*damage);
    return CommandOutput{.text = std::move(*text)};
  };
}

}  // namespace nscope::cli
