#include "importers/xplane/xplane.h"

#include "importers/shared/printable.h"
#include "importers/xplane/space_import.h"
#include "importers/xplane/space_reader.h"
#include "profiler/trace/build/trace_writer.h"

#include <filesystem>
#include <system_error>

namespace nscope::importers {
namespace {

constexpr std::size_t kHeadBytes = 4096;

}  // namespace

bool sniff_xplane(const ByteSource& file) {
  return xplane::starts_like_space(file.text().substr(0, kHeadBytes));
}

Result<> read_xplane(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  if (!sniff_xplane(input.file)) {
    return fail(ErrorCode::kBadInput, tr("not a profile of XLA: the first plane has no known name"),
                input.file.name());
  }
  TraceWriter out(sink);
  xplane::SpaceImport import(input.file, out, control);
  if (auto ok = import.run(file_name(input.file.name())); !ok) return ok;
  return out.finish() ? Result<>() : Result<>(cancelled());
}

std::string xplane_of_export(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr std::string_view kProfile = ".xplane.pb";
  const fs::path folder = fs::path(path).parent_path();
  const std::string name = fs::path(path).filename().string();
  std::error_code error;
  for (const std::string_view ending : {".trace.json.gz", ".trace.json"}) {
    if (!name.ends_with(ending)) continue;
    const std::string host = name.substr(0, name.size() - ending.size());
    const fs::path profile = folder / (host + std::string(kProfile));
    if (fs::is_regular_file(profile, error)) return profile.filename().string();
  }
  if (name != "perfetto_trace.json.gz") return {};
  constexpr int kMostFiles = 1000;
  int files = 0;
  std::string made_from;
  for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end;
       !error && it != end && files < kMostFiles; it.increment(error), ++files) {
    const std::string other = it->path().filename().string();
    if (other.ends_with(kProfile)) return other;
    if (other.ends_with(".trace.json.gz")) made_from = other;
  }
  return made_from;
}

}  // namespace nscope::importers
