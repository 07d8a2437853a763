#include "app/cli/command.h"
#include "importers/importer.h"
#include "profiler/base/json.h"
#include "profiler/base/table.h"

namespace nscope::cli {
namespace {

Result<CommandOutput> run(const CommonOptions& common) {
  Table table({{.id = "id", .title = "format"},
               {.id = "title", .title = "name"},
               {.id = "files"},
               {.id = "reads"}});
  for (const importers::Importer& format : importers::registry()) {
    table.add_row({std::string(format.id), std::string(format.title),
                   std::string(format.file_pattern), std::string(format.reads)});
  }
  for (const importers::FolderImporter& format : importers::folder_registry()) {
    table.add_row({std::string(format.id), std::string(format.title), std::string("folder"),
                   std::string(format.reads)});
  }
  table.add_row({std::string("session"), std::string("Neuronscope session"),
                 std::string("*.nscope"), std::string("a saved run, whole")});
  if (common.json) {
    const Json json{{"schema", "nscope.formats/1"}, {"formats", table.to_json()}};
    return CommandOutput{.text = json.dump(2) + "\n"};
  }
  return CommandOutput{.text = table.to_text(),
                       .note = "A file is recognised by its content, whatever its name.\n"};
}

}  // namespace

CommandRun define_formats(CLI::App&) {
  return [](const CommonOptions& common, TaskControl&) { return run(common); };
}

}  // namespace nscope::cli
