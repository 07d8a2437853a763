#include "importers/open/detect.h"

#include "importers/neff/neff_header.h"
#include "importers/shared/importer.h"
#include "importers/shared/printable.h"
#include "importers/system_profile/system_profile.h"

#include <string_view>
#include <vector>

namespace nscope::importers {

Text looks_like(const ByteSource& file) {
  const std::string_view text = file.text();
  if (text.empty()) return tr("the file is empty");
  if (is_neff(file)) return tr("the file is a compiled model (NEFF)");
  if (text.starts_with("\x1f\x8b")) return tr("the file is compressed with gzip; unpack it first");
  if (text.starts_with("PK\x03\x04")) return tr("the file is a ZIP archive; unpack it first");
  if (text.starts_with("PAR1")) return tr("the file is a Parquet file");
  if (text.starts_with("SQLite format 3")) {
    return tr("the file is an SQLite database but not a Neuronscope session");
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && (text[first] == '{' || text[first] == '[')) {
    return tr("the file contains JSON of an unknown kind");
  }
  return tr("the file starts with '{}'", printable(text.substr(0, 16)));
}

Result<const Importer*> detect(const ByteSource& file) {
  for (const Importer& importer : registry()) {
    if (importer.sniff(file)) return &importer;
  }
  if (const Text advice = raw_system_capture_advice(file.name()); !advice.empty()) {
    return fail(ErrorCode::kUnsupportedVersion, advice, file.name());
  }
  std::vector<Text> titles;
  for (const Importer& importer : registry()) titles.push_back(importer.title);
  return fail(
      ErrorCode::kBadInput,
      tr("unknown file format: {}. Supported formats: {}.", looks_like(file), joined(titles)),
      file.name());
}

const FolderImporter* detect_folder(const std::filesystem::path& folder) {
  for (const FolderImporter& importer : folder_registry()) {
    if (importer.sniff(folder)) return &importer;
  }
  return nullptr;
}

}  // namespace nscope::importers
