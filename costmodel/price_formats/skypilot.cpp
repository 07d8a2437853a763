// The SkyPilot catalogue for AWS, vms.csv. Columns are found by name.
#include "costmodel/price_formats/csv_rows.h"
#include "costmodel/price_formats/instance_types.h"
#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/python_repr.h"
#include "costmodel/price_formats/readers.h"
#include "profiler/base/json/foreign_json.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

namespace nscope::cost {
namespace {

enum Field { kInstance, kGpuInfo, kPrice, kSpotPrice, kRegion, kZone, kFields };
constexpr std::array<std::string_view, kFields> kFieldNames = {
    "InstanceType", "GpuInfo", "Price", "SpotPrice", "Region", "AvailabilityZone"};

/// The sizes in the catalogue come from the EC2 API and have the same known errors.
bool is_api_error(std::int64_t trainium2_mib) {
  return known_api_error({.instance = {}, .device = "Trainium2", .device_mib = trainium2_mib}) !=
         nullptr;
}

/// Reads one catalogue.
class SkypilotReader {
 public:
  SkypilotReader(const PriceInput& input, PriceSink& sink, TaskControl& control)
      : input_(input), sink_(sink), control_(control) {}

  Result<> read();

 private:
  Result<> find_columns(const CsvRows& rows);
  Result<> read_row(const CsvRows& rows, const Place& where);
  Result<> read_on_demand(std::string_view price, const Place& where);
  Result<> read_spot(std::string_view price, std::string_view on_demand, const Place& where);
  Result<> check_accelerators(std::string_view info, const Place& where);
  Result<Usd> amount(std::string_view text, Field field, const Place& where) const;
  PriceObservation row_of(Purchase purchase) const;

  const PriceInput& input_;
  PriceSink& sink_;
  TaskControl& control_;
  PriceDate observed_;
  std::array<std::size_t, kFields> columns_{};
  std::string instance_;
  std::string region_;
  std::string zone_;
  /// On-demand prices by instance and region, which are the same in all zones.
  std::map<std::pair<std::string, std::string>, std::string> on_demand_;
  bool wrong_memory_ = false;
};

Result<> SkypilotReader::find_columns(const CsvRows& rows) {
  for (std::size_t i = 0; i < kFieldNames.size(); ++i) {
    const auto at = rows.need_column(kFieldNames[i]);
    if (!at) return fail(at.error());
    columns_[i] = *at;
  }
  return {};
}

Result<Usd> SkypilotReader::amount(std::string_view text, Field field, const Place& where) const {
  const auto price = Usd::parse(text);
  if (price && *price >= Usd()) return *price;
  return fail(ErrorCode::kBadInput,
              tr("{}: '{}' is not a price", kFieldNames[field], text.substr(0, 40)), where);
}

PriceObservation SkypilotReader::row_of(Purchase purchase) const {
  PriceObservation row;
  row.instance = instance_;
  row.region = region_;
  row.purchase = purchase;
  row.observed = observed_;
  return row;
}

Result<> SkypilotReader::read_on_demand(std::string_view price, const Place& where) {
  const auto [known, is_new] = on_demand_.emplace(std::pair(instance_, region_), price);
  if (!is_new) {
    if (known->second == price) return {};
    return fail(ErrorCode::kBadInput,
                tr("Price: '{}' differs from '{}' in another zone of {}", price.substr(0, 40),
                   known->second, region_),
                where);
  }
  PriceObservation row = row_of(PurchaseOption::kOnDemand);
  if (price.empty()) {
    row.state = PriceObservation::State::kNotOffered;
    row.note = "no on-demand price in the AWS list when the catalogue was created";
    return sink_.row(std::move(row));
  }
  const auto usd = amount(price, kPrice, where);
  if (!usd) return fail(usd.error());
  if (*usd == Usd()) {
    sink_.drop(kZeroPrice, instance_ + " " + region_);
    return {};
  }
  row.per_hour = *usd;
  return sink_.row(std::move(row));
}

Result<> SkypilotReader::read_spot(std::string_view price, std::string_view on_demand,
                                   const Place& where) {
  if (price.empty()) return {};
  const auto usd = amount(price, kSpotPrice, where);
  if (!usd) return fail(usd.error());
  if (*usd == Usd()) {
    sink_.drop(kZeroPrice, instance_ + " " + zone_);
    return {};
  }
  PriceObservation row = row_of(PurchaseOption::kSpot);
  row.zone = zone_;
  row.per_hour = *usd;
  const auto full = Usd::parse(on_demand);
  constexpr std::int64_t kFloor = 10;  // the minimum Spot price is 1/10 of on-demand
  if (full && *full == *usd) row.note = "no discount; the Spot price equals the on-demand price";
  if (full && full->nano() == usd->nano() * kFloor) {
    row.state = PriceObservation::State::kEstimate;
    row.note = "exactly 10 % of on-demand, which is the minimum; probably not available";
  }
  return sink_.row(std::move(row));
}

/// Checks the description of the accelerators, a dictionary in the form of Python's repr().
Result<> SkypilotReader::check_accelerators(std::string_view info, const Place& where) {
  if (info.empty()) return {};
  const auto json = python_repr_to_json(info);
  const auto parsed = json ? parse_foreign_json(*json, where) : Result<Json>(fail(json.error()));
  if (!parsed || !parsed->is_object()) {
    return fail(ErrorCode::kBadInput, tr("GpuInfo: must be a Python dictionary"), where);
  }
  const auto gpus = parsed->find("Gpus");
  if (gpus == parsed->end() || !gpus->is_array()) return {};
  for (const Json& gpu : *gpus) {
    const Json memory = gpu.is_object() ? gpu.value("MemoryInfo", Json()) : Json();
    if (!memory.is_object() || !memory.contains("SizeInMiB")) continue;
    const Json& size = memory["SizeInMiB"];
    wrong_memory_ = wrong_memory_ || (size.is_number_integer() && instance_.starts_with("trn2") &&
                                      is_api_error(size.get<std::int64_t>()));
  }
  return {};
}

Result<> SkypilotReader::read_row(const CsvRows& rows, const Place& where) {
  const auto field = [&](Field name) { return rows.field(columns_[name]); };
  instance_ = field(kInstance);
  region_ = field(kRegion);
  zone_ = field(kZone);
  if (instance_.empty() || region_.empty()) {
    return fail(ErrorCode::kBadInput,
                tr("{}: must not be empty", kFieldNames[instance_.empty() ? kInstance : kRegion]),
                where);
  }
  if (!sink_.wants(instance_)) {
    sink_.drop(kOtherInstance, instance_);
    return {};
  }
  if (auto ok = check_accelerators(field(kGpuInfo), where); !ok) return ok;
  if (auto ok = read_on_demand(field(kPrice), where); !ok) return ok;
  return read_spot(field(kSpotPrice), field(kPrice), where);
}

Result<> SkypilotReader::read() {
  const auto observed = download_day(input_);
  if (!observed) return fail(observed.error());
  observed_ = *observed;
  control_.begin(phrase("Reading the catalogue"), input_.file.size());
  auto text = UnpackedText::open(input_.file);
  if (!text) return fail(text.error());
  auto rows = CsvRows::open(std::move(*text), control_);
  if (!rows) return fail(rows.error());
  if (auto ok = find_columns(*rows); !ok) return ok;
  auto more = rows->next();
  for (; more && *more; more = rows->next()) {
    if (auto ok = read_row(*rows, rows->where()); !ok) return ok;
  }
  if (!more) return fail(more.error());
  if (wrong_memory_) {
    sink_.advise(
        tr("The catalogue has the wrong memory size of Trainium2 of the AWS API (512 GiB per chip "
           "instead of 96 GiB). Only its prices are imported."));
  }
  sink_.describe({.id = {},
                  .name = "SkyPilot catalogue",
                  .origin = "github.com/skypilot-org/skypilot-catalog, catalogs/*/aws/vms.csv",
                  .retrieved = to_string(observed_),
                  .note = {}});
  return {};
}

}  // namespace

Result<std::string> python_repr_to_json(std::string_view text) {
  std::string json;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      json += '"';
      for (++at; at < text.size() && text[at] != c; ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) {
          ++at;
          if (text[at] != '\'') json += '\\';
          json += text[at];
        } else if (text[at] == '"') {
          json += "\\\"";
        } else {
          json += text[at];
        }
      }
      if (at >= text.size()) {
        return fail(ErrorCode::kInvalidArgument, tr("missing closing quotation mark"));
      }
      json += '"';
      ++at;
    } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      constexpr std::pair<std::string_view, std::string_view> kWords[] = {
          {"None", "null"}, {"True", "true"}, {"False", "false"}, {"nan", "null"}};
      const auto rest = text.substr(at);
      const auto* const word =
          std::find_if(std::begin(kWords), std::end(kWords),
                       [&](const auto& w) { return rest.starts_with(w.first); });
      if (word != std::end(kWords)) {
        json += word->second;
        at += word->first.size();
      } else if (c == 'e' || c == 'E') {  // of a number
        json += c;
        ++at;
      } else {
        return fail(ErrorCode::kInvalidArgument, tr("unexpected word; not Python's repr()"));
      }
    } else {
      json += c;
      ++at;
    }
  }
  return json;
}

bool sniff_skypilot(std::string_view head) {
  const std::string_view heading = head.substr(0, head.find('\n'));
  return std::all_of(kFieldNames.begin(), kFieldNames.end(), [&](std::string_view name) {
    return heading.find(name) != std::string_view::npos;
  });
}

Result<> read_skypilot(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  return SkypilotReader(input, sink, control).read();
}

}  // namespace nscope::cost
