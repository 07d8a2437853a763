#include "importers/open/detect.h"

#include "importers/neff/neff_header.h"
#include "importers/shared/importer.h"
#include "importers/shared/printable.h"
#include "importers/system_profile/system_profile.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
std::string looks_like(const ByteSource& file) {
  const std::string_view text = file.text();
  if (text.empty()) return "the file is empty";
  if (is_neff(file)) return "it is a NEFF (compiled model)";
  if (text.starts_with("\x1f\x8b")) return "it is compressed with gzip";
  if (text.starts_with("PK\x03\x04")) return "it is a ZIP archive";
  if (text.starts_with("PAR1")) return "it is a Parquet file";
  if (text.starts_with("SQLite format 3")) return "it is an SQLite database, but not a session";
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && (text[first] == '{' || text[first] == '[')) {
    return "it looks like JSON of another kind";
  }
  return fmt::format("it starts with '{}'", printable(text.substr(0, 16)));
}

Result<const Importer*> detect(const ByteSource& file) {
  for (const Importer& importer : registry()) {
    if (importer.sniff(file)) return &importer;
  }
  if (const std::string advice = raw_system_capture_advice(file.name()); !advice.empty()) {
    return fail(ErrorCode::kUnsupportedVersion, advice, file.name());
  }
  std::string known;
  for (const Importer& importer : registry()) {
    known += fmt::format("{}{}", known.empty() ? "" : ", ", importer.title);
  }
  return fail(ErrorCode::kBadInput,
              fmt::format("not a format that is read: {}. Formats: {}", looks_like(file), known),
              file.name());
}

const FolderImporter* detect_folder(const std::filesystem::path& folder) {
  for (const FolderImporter& importer : folder_registry()) {
    if (importer.sniff(folder)) return &importer;
  }
  return nullptr;
}

}  // namespace nscope::importers
