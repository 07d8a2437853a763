// Archives come from other people: unpacking one must never crash, hang, allocate what the file
// dictates, write outside its folder, make a link or leave something behind.
#include "importers/open/unpacked_archive.h"
#include "profiler/base/files/temporary_entry.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 512;
constexpr std::size_t kMagic = 257;
constexpr std::size_t kSum = 148;

/// Corrects the checksums of tar headers, which the fuzzer would not find.
std::string with_checksums(std::string text) {
  for (std::size_t at = 0; at + kBlock <= text.size(); at += kBlock) {
    if (std::string_view(text).substr(at + kMagic, 5) != "ustar") continue;
    text.replace(at + kSum, 8, "        ");
    unsigned sum = 0;
    for (std::size_t i = 0; i < kBlock; ++i) sum += static_cast<unsigned char>(text[at + i]);
    for (std::size_t digit = 6; digit-- > 0; sum /= 8) {
      text[at + kSum + digit] = static_cast<char>('0' + sum % 8);
    }
    text[at + kSum + 6] = '\0';
  }
  return text;
}

void unpack(std::string text) {
  const auto* const first = reinterpret_cast<const std::byte*>(text.data());
  const auto file = nscope::ByteSource::from_bytes("fuzz.zip", {first, first + text.size()});
  (void)nscope::importers::is_archive(file);
  nscope::DiagnosticList notes;
  nscope::TaskControl control;
  const auto archive = nscope::importers::UnpackedArchive::unpack(
      file, notes, control,
      {.members = 32, .total_bytes = 1 << 20, .ratio_floor = 1 << 16, .max_ratio = 200});
  if (!archive) return;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(archive->folder())) {
    const fs::file_type type = entry.symlink_status().type();
    if (type != fs::file_type::regular && type != fs::file_type::directory) std::abort();
  }
}

/// The folder that contains the only folder in which archives may be unpacked.
const fs::path& place() {
  static const nscope::TemporaryEntry entry((fs::temp_directory_path() / "archive_fuzz").string(),
                                            nscope::TemporaryEntry::Kind::kFolder);
  static const fs::path path = entry.path();
  return path;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fs::create_directories(place() / "tmp");
  ::setenv("TMPDIR", (place() / "tmp").c_str(), 1);
  const std::string text(reinterpret_cast<const char*>(data), size);
  unpack(text);
  unpack(with_checksums(text));
  const auto beside = std::distance(fs::directory_iterator(place()), fs::directory_iterator());
  if (beside != 1 || !fs::is_empty(place() / "tmp")) std::abort();
  return 0;
}
