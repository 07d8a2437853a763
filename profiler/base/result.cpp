#include "profiler/base/result.h"

namespace nscope {

std::string to_string(const Error& error) {
  return error.where.empty() ? error.message : error.where + ": " + error.message;
}

}  // namespace nscope
