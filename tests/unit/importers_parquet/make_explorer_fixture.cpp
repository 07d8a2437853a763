// Writes the Neuron Explorer profile of the golden tests from a JSON file:
//   make_explorer_fixture tests/golden/fixtures/explorer_profile
// reads the rows of all tables from tables.json in that folder and rewrites the Parquet files in
// it.
#include "tests/unit/importers_parquet/explorer_fixture.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_explorer_fixture FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::ifstream in(folder / "tables.json");
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  const auto tables = nscope::parse_json(text, "tables.json");
  if (!tables) {
    std::fprintf(stderr, "%s\n", nscope::to_string(tables.error()).c_str());
    return 1;
  }
  const nscope::ExplorerFixture fixture(folder);
  for (const auto& [table, rows] : tables->items()) {
    if (const auto ok = fixture.write(table, rows); !ok) {
      std::fprintf(stderr, "%s\n", nscope::to_string(ok.error()).c_str());
      return 1;
    }
  }
  return 0;
}
