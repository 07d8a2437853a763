#include "app/cli/command.h"
#include "app/remote/staged_session.h"
#include "profiler/base/json/document_text.h"

#include <memory>
#include <string>

namespace nscope::cli {

CommandRun define_stage(CLI::App& app) {
  const auto file = std::make_shared<std::string>();
  app.add_option("FILE", *file, help("A session, a capture, or a folder of captures"))->required();
  return [file](const CommonOptions&, TaskControl& control) -> Result<CommandOutput> {
    const auto staged = remote::stage(*file, control);
    if (!staged) return fail(staged.error());
    return CommandOutput{.text = document_text(remote::to_json(*staged)), .is_data = true};
  };
}

}  // namespace nscope::cli
