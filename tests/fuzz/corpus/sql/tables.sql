SELECT * FROM collective, compile_cache_event, slice_summary, core, process, metric LEFT JOIN diagnostic LEFT JOIN property
