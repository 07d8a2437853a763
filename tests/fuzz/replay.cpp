// Feeds a fuzz target the files of its corpus and the inputs that once broke it:
//   json_fuzz_replay CORPUS_FOLDER [CRASH_FOLDER]...
// The corpus must hold at least one file; crash folders need not exist. Each name
// is printed before its content is tried, so that the last line names a culprit.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool replay(const std::filesystem::path& path) {
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  std::ifstream in(path, std::ios::binary);
  const std::vector<char> content{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) {
    std::fprintf(stderr, "cannot be read: %s\n", path.c_str());
    return false;
  }
  // Exactly as long as the file, so that a sanitizer sees one byte too many.
  const auto bytes = std::make_unique<std::uint8_t[]>(content.size());
  std::copy(content.begin(), content.end(), bytes.get());
  LLVMFuzzerTestOneInput(bytes.get(), content.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    const auto files = files_of(argv[i]);
    if (i == 1 && files.empty()) {
      std::fprintf(stderr, "no seed in %s: a fuzz target needs at least one\n", argv[i]);
      return 1;
    }
    for (const auto& file : files) {
      if (!replay(file)) return 1;
      ++count;
    }
  }
  std::printf("%zu inputs replayed\n", count);
  return count == 0 ? 1 : 0;
}
