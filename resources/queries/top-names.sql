-- title: Longest total time by name
-- shows: slices of all kinds by name, longest total time first
-- parameter: kind = '%' (kind of slice, for example host; % for all)
-- parameter: limit = 20 (maximum number of rows)
SELECT kind, name, sum(count) AS n, sum(total_ns) AS total_ns, min(min_ns) AS min_ns,
       max(max_ns) AS max_ns
FROM slice_summary
WHERE kind LIKE :kind
GROUP BY kind, name
ORDER BY total_ns DESC, kind, name
LIMIT :limit
