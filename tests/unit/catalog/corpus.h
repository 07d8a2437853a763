#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace nscope::catalog {

/// The file of the reference corpus, or empty where there is no corpus.
inline std::string read_corpus_file(const std::string& path) {
  const char* const root = std::getenv("NSCOPE_CORPUS");
  if (root == nullptr) return {};
  std::ifstream in(std::filesystem::path(root) / path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace nscope::catalog
