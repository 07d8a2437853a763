#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace nscope {

/// One member of a tar archive, made by hand after POSIX (ustar). `magic` is empty in archives of
/// older programs.
inline std::string tar_member(const std::string& name, const std::string& content, char type = '0',
                              const std::string& magic = "ustar") {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  const auto octal = [&](std::size_t at, int digits, unsigned long long value) {
    char text[16];
    std::snprintf(text, sizeof text, "%0*llo", digits, value);
    header.replace(at, static_cast<std::size_t>(digits), text);
  };
  octal(100, 7, 0644);
  octal(124, 11, content.size());
  header[156] = type;
  header.replace(257, magic.size(), magic);
  header.replace(148, 8, "        ");
  unsigned long long sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  octal(148, 6, sum);
  header[154] = '\0';
  return header + content + std::string((512 - content.size() % 512) % 512, '\0');
}

/// The end of a tar archive.
inline std::string tar_end() {
  return std::string(1024, '\0');
}

/// A record of an extended header of POSIX, which starts with its own length.
inline std::string pax_record(const std::string& key, const std::string& value) {
  const std::string rest = " " + key + "=" + value + "\n";
  std::size_t length = rest.size() + 1;
  while (std::to_string(length).size() + rest.size() != length) ++length;
  return std::to_string(length) + rest;
}

/// A tar archive of regular files.
inline std::string tar_of(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string tar;
  for (const auto& [name, content] : members) tar += tar_member(name, content);
  return tar + tar_end();
}

}  // namespace nscope
