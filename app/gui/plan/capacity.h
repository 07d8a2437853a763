#pragma once

// The capacity planner for files that include Qt: Qt makes a macro of "slots", and the planner
// calls the sequences that a replica decodes together so.
#pragma push_macro("slots")
#undef slots
#include "app/capacity/fleet_bound.h"
#include "app/capacity/plan_document.h"
#include "app/capacity/plan_fleet.h"
#include "app/capacity/plan_study.h"
#include "app/capacity/plan_words.h"
#include "app/capacity/prepare_server.h"
#include "app/capacity/training_document.h"
#include "app/capacity/training_words.h"
#pragma pop_macro("slots")
