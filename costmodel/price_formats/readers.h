#pragma once

#include "costmodel/price_formats/price_format.h"

namespace nscope::cost {

// The readers of the table in registry.cpp; what they do is said there and in
// PriceFormat.

// aws_index.cpp
bool sniff_aws_index(std::string_view head);
Result<> read_aws_index(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_offer_csv.cpp
bool sniff_aws_offer_csv(std::string_view head);
Result<> read_aws_offer_csv(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_offer_json.cpp
bool sniff_aws_offer_json(std::string_view head);
Result<> read_aws_offer_json(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_query_json.cpp
bool sniff_aws_query_json(std::string_view head);
Result<> read_aws_query_json(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_savings_plan_csv.cpp
bool sniff_aws_savings_plan_csv(std::string_view head);
Result<> read_aws_savings_plan_csv(const PriceInput& input, PriceSink& sink, TaskControl& control);

// aws_savings_plan_json.cpp
bool sniff_aws_savings_plan_json(std::string_view head);
Result<> read_aws_savings_plan_json(const PriceInput& input, PriceSink& sink, TaskControl& control);

// own_prices.cpp
bool sniff_own_prices(std::string_view head);
Result<> read_own_prices(const PriceInput& input, PriceSink& sink, TaskControl& control);

}  // namespace nscope::cost
