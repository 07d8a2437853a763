#include "app/cli/command.h"
#include "importers/open/format_table.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "profiler/export/exporters.h"

namespace nscope::cli {
namespace {

Table formats_written() {
  Table table({{.id = "id", .title = tr("Export")},
               {.id = "title", .title = tr("Name")},
               {.id = "files", .title = tr("Files")},
               {.id = "writes", .title = tr("Exported data")}});
  for (const Exporter& format : exporters()) {
    const Cell files =
        format.is_folder ? Cell(tr("folder")) : Cell("*" + std::string(format.extension));
    table.add_row({std::string(format.id), Text(format.title), files, Text(format.writes)});
  }
  return table;
}

Result<CommandOutput> run(const CommonOptions& common) {
  if (common.json) {
    const Json json{{"schema", "nscope.formats/1"},
                    {"formats", importers::format_table().to_json()},
                    {"exports", formats_written().to_json()}};
    return CommandOutput{.text = document_text(json)};
  }
  const Language& language = common.language;
  return CommandOutput{
      .text =
          importers::format_table().to_text(language) + "\n" + formats_written().to_text(language),
      .note = language.say(tr("A file is recognised by its content, not by its name.")) + "\n"};
}

}  // namespace

CommandRun define_formats(CLI::App&) {
  return [](const CommonOptions& common, TaskControl&) { return run(common); };
}

}  // namespace nscope::cli
