// Writes a synthetic NTFF of any size, for measuring:
//   make_ntff OUT.ntff BYTES [CORES [EXECUTIONS [VERSION]]]
#include "tests/support/ntff_writer.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: make_ntff OUT.ntff BYTES [CORES [EXECUTIONS [VERSION]]]\n", stderr);
    return 2;
  }
  nscope::importers::LargeNtff shape;
  shape.bytes = static_cast<std::uint64_t>(std::strtod(argv[2], nullptr));
  if (argc > 3) shape.cores = std::atoi(argv[3]);
  if (argc > 4) shape.executions = std::atoi(argv[4]);
  if (argc > 5) shape.version = std::atoi(argv[5]);
  if (shape.cores < 1 || shape.cores > 10 || shape.executions < 1 || shape.version < 4 ||
      shape.version > 6) {
    std::fputs("1..10 cores, 1 or more executions, version 4..6\n", stderr);
    return 2;
  }
  const auto made = nscope::importers::write_large_ntff(shape, argv[1]);
  if (!made) {
    std::perror(argv[1]);
    return 1;
  }
  std::printf("%llu bytes, %llu instructions, %llu DMA packets, %llu semaphore updates\n",
              static_cast<unsigned long long>(made->bytes),
              static_cast<unsigned long long>(made->instructions),
              static_cast<unsigned long long>(made->packets),
              static_cast<unsigned long long>(made->semaphore_updates));
  return 0;
}
