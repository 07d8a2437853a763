#pragma once

#include <string_view>

namespace nscope {

// What is often saved instead of a file. Any thread.

/// Whether `bytes` are the pointer that Git LFS keeps in place of a large file.
bool is_lfs_pointer(std::string_view bytes);

/// Whether `bytes` begin like an HTML page.
bool is_web_page(std::string_view bytes);

}  // namespace nscope
