#include "importers/open/format_table.h"

#include "importers/shared/importer.h"

#include <string>

namespace nscope::importers {

Table format_table() {
  Table table({{.id = "id", .title = tr("Format")},
               {.id = "title", .title = tr("Name")},
               {.id = "files", .title = tr("Files")},
               {.id = "reads", .title = tr("Imported data")}});
  for (const Importer& format : registry()) {
    table.add_row({std::string(format.id), Text(format.title), std::string(format.file_pattern),
                   Text(format.reads)});
  }
  for (const FolderImporter& format : folder_registry()) {
    table.add_row({std::string(format.id), Text(format.title), tr("folder"), Text(format.reads)});
  }
  table.add_row({std::string("session"), tr("Neuronscope session"), std::string("*.nscope"),
                 tr("a saved run with all data")});
  return table;
}

}  // namespace nscope::importers
