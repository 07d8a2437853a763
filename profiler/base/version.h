#pragma once

namespace nscope {

/// The version of both programs; the build passes the project's own.
inline constexpr const char* kVersion = NSCOPE_VERSION;

}  // namespace nscope
