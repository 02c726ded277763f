-- Lists and charts of many devices by time, without the trips and gaps, which are most of the rows.
create index episode_by_time on episode (kind, started_at) where kind in (1, 3, 4);
