// Bills are exports of others: reading one must never crash, hang or allocate what the file
// dictates; and what was read must go into every report.
#include "costmodel/bills/bill_report.h"
#include "costmodel/bills/read_bill.h"
#include "profiler/base/files/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace nscope;
using namespace nscope::cost;

void report(const Bill& bill) {
  for (const auto& table :
       {accelerator_table(bill), bill_summary_table(bill), services_table(bill),
        commitment_table(bill), bill_lines_table(bill), bill_diagnostics_table(bill)}) {
    (void)table.to_csv();
  }
  const auto baseline = own_bill(bill);
  // Strict: text that is not UTF-8 throws.
  if (baseline) (void)to_json(bill, *baseline).dump();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  const auto file = ByteSource::from_bytes("fuzz", {first, first + size});
  (void)bill_manifest_files(file);
  BillBuilder builder;
  TaskControl control;
  if (read_bill_file(file, builder, control)) report(builder.finish());
  return 0;
}
