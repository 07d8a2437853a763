#include "app/cli/command.h"

int main(int argc, char** argv) {
  return nscope::cli::run_program(argc, argv);
}
