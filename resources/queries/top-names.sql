-- title: What takes the most time
-- shows: slices of any kind by name, longest first
-- parameter: kind = '%' (only this kind of slice, for example host)
-- parameter: limit = 20 (rows to show)
SELECT kind, name, sum(count) AS n, sum(total_ns) AS total_ns, min(min_ns) AS min_ns,
       max(max_ns) AS max_ns
FROM slice_summary
WHERE kind LIKE :kind
GROUP BY kind, name
ORDER BY total_ns DESC, kind, name
LIMIT :limit
