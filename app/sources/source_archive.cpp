#include "app/sources/source_root.h"
#include "importers/neff/archive.h"
#include "importers/open/unpacked_archive.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/packed_file.h"
#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/files/zip.h"
#include "profiler/base/text/source_location.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

namespace nscope::app {
namespace {

Result<std::string> read_member(const ByteSource& archive, const ZipMember& member,
                                std::uint64_t most_bytes) {
  if (member.unpacked > most_bytes) {
    return fail(ErrorCode::kBadInput,
                tr("the source file has {}, the limit is {}",
                   as::bytes(static_cast<double>(member.unpacked)),
                   as::bytes(static_cast<double>(most_bytes))),
                tr("{}: {}", archive.name(), member.name));
  }
  auto text = UnpackedText::open(archive, member);
  if (!text) return fail(text.error());
  std::string content;
  std::array<std::byte, 65536> buffer;
  while (true) {
    const auto n = text->read(buffer);
    if (!n) return fail(n.error());
    if (*n == 0) return content;
    content.append(reinterpret_cast<const char*>(buffer.data()), *n);
  }
}

Result<SourceRoot> open_zip(ByteSource file, const WantedName& wanted, const SourceLimits& limits) {
  auto members = read_zip_directory(file);
  if (!members) return fail(members.error());
  std::erase_if(*members,
                [&](const ZipMember& member) { return !wanted(last_path_part(member.name)); });
  std::sort(members->begin(), members->end(),
            [](const ZipMember& a, const ZipMember& b) { return a.name < b.name; });
  SourceRoot found;
  for (const ZipMember& member : *members) found.names.push_back(member.name);
  // A std::function must be copyable.
  const auto archive = std::make_shared<const ByteSource>(std::move(file));
  found.read = [archive, members = std::move(*members), most = limits.file_bytes](
                   std::size_t index) { return read_member(*archive, members[index], most); };
  return found;
}

Result<SourceRoot> open_tar(const ByteSource& file, const WantedName& wanted,
                            const SourceLimits& limits, TaskControl& control) {
  auto members =
      importers::read_archive(file.text(), file.name(), 0,
                              [&](std::string_view name) { return wanted(last_path_part(name)); },
                              control, {.max_kept = limits.total_bytes});
  if (!members) return fail(members.error());
  SourceRoot found;
  auto texts = std::make_shared<std::vector<std::string>>();
  for (auto& [name, content] : *members) {
    found.names.push_back(name);
    texts->push_back(std::move(content));
  }
  found.read = [texts](std::size_t index) -> Result<std::string> { return (*texts)[index]; };
  return found;
}

}  // namespace

Result<SourceRoot> open_source_archive(const std::string& path, const WantedName& wanted,
                                       const SourceLimits& limits, TaskControl& control) {
  auto file = ByteSource::open(path);
  if (!file) return fail(file.error());
  if (is_zip(file->head())) return open_zip(std::move(*file), wanted, limits);
  if (!importers::is_archive(*file)) {
    return fail(ErrorCode::kBadInput,
                tr("must be a folder, a ZIP archive or a tar archive (also with gzip or zstd)"),
                Place(path));
  }
  if (packing_of(file->head()) != Packing::kZstd) return open_tar(*file, wanted, limits, control);
  const auto unpacked = unpack_file(*file, control);
  if (!unpacked) return fail(unpacked.error());
  return open_tar(unpacked->content, wanted, limits, control);
}

}  // namespace nscope::app
