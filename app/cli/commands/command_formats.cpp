#include "app/cli/command.h"
#include "importers/shared/importer.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"
#include "profiler/export/exporters.h"

namespace nscope::cli {
namespace {

Table formats_read() {
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
  return table;
}

Table formats_written() {
  Table table({{.id = "id", .title = "export"},
               {.id = "title", .title = "name"},
               {.id = "files"},
               {.id = "writes"}});
  for (const Exporter& format : exporters()) {
    table.add_row({std::string(format.id), std::string(format.title),
                   format.is_folder ? std::string("folder") : "*" + std::string(format.extension),
                   std::string(format.writes)});
  }
  return table;
}

Result<CommandOutput> run(const CommonOptions& common) {
  if (common.json) {
    const Json json{{"schema", "nscope.formats/1"},
                    {"formats", formats_read().to_json()},
                    {"exports", formats_written().to_json()}};
    return CommandOutput{.text = json.dump(2) + "\n"};
  }
  return CommandOutput{.text = formats_read().to_text() + "\n" + formats_written().to_text(),
                       .note = "A file is recognised by its content, whatever its name.\n"};
}

}  // namespace

CommandRun define_formats(CLI::App&) {
  return [](const CommonOptions& common, TaskControl&) { return run(common); };
}

}  // namespace nscope::cli
