#pragma once

namespace nscope {

/// The version of both programs, set by the build.
inline constexpr const char* kVersion = NSCOPE_VERSION;

}  // namespace nscope
