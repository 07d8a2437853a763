// Session files come from other people: loading one must never crash, hang or
// allocate what the file dictates.
#include "profiler/base/files/atomic_file.h"
#include "profiler/trace/session/session_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string path =
      (std::filesystem::temp_directory_path() / ("session_fuzz_" + std::to_string(::getpid())))
          .string();
  if (!nscope::write_file(path, {reinterpret_cast<const char*>(data), size})) return 0;
  nscope::TaskControl control;
  (void)nscope::session_file::load(path, control);
  return 0;
}
