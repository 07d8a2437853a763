#include "profiler/base/files/download_mistakes.h"

#include <algorithm>

namespace nscope {
namespace {

bool starts_with_letters(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(), [](char wanted, char found) {
           const bool upper = found >= 'A' && found <= 'Z';
           return wanted == (upper ? static_cast<char>(found - 'A' + 'a') : found);
         });
}

}  // namespace

bool is_lfs_pointer(std::string_view bytes) {
  return bytes.starts_with("version https://git-lfs.github.com/spec/");
}

bool is_web_page(std::string_view bytes) {
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  return starts_with_letters(bytes, "<!doctype html") || starts_with_letters(bytes, "<html");
}

}  // namespace nscope
