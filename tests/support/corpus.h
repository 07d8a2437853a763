#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace nscope {

/// The folder of the reference corpus: NSCOPE_CORPUS, or its place beside the
/// sources; empty where there is none. Throws where NSCOPE_CORPUS names a folder that
/// does not exist: nobody wants those tests skipped.
inline std::filesystem::path corpus_folder() {
  const char* const from_environment = std::getenv("NSCOPE_CORPUS");
  const std::filesystem::path folder =
      from_environment != nullptr
          ? std::filesystem::path(from_environment)
          : std::filesystem::path(NSCOPE_SOURCE_DIR).parent_path() / "shared" / "data";
  if (std::filesystem::is_directory(folder)) return folder;
  if (from_environment != nullptr) {
    throw std::runtime_error("NSCOPE_CORPUS is no folder: " + folder.string());
  }
  return {};
}

/// A file or folder of the corpus. Throws where the corpus does not have it.
inline std::filesystem::path corpus_path(const std::string& name) {
  std::filesystem::path path = corpus_folder() / name;
  if (!std::filesystem::exists(path)) throw std::runtime_error("not there: " + path.string());
  return path;
}

inline std::string corpus_text(const std::string& name) {
  std::ifstream in(corpus_path(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Skips the test where there is no corpus: its files are others' and not part of the
/// repository. Continuous integration names a corpus, so nothing is skipped there.
inline void skip_without_corpus() {
  if (corpus_folder().empty()) GTEST_SKIP() << "no reference corpus (NSCOPE_CORPUS)";
}

class CorpusTest : public testing::Test {
 protected:
  void SetUp() override { skip_without_corpus(); }
};

}  // namespace nscope
