-- Comments and gifts are counted with the viewers of each minute, so that statistics do not read all of them.
alter table match_viewer_sample rename to match_minute;
alter table match_minute rename constraint match_viewer_sample_pkey to match_minute_pkey;
alter table match_minute
  -- Null: not counted.
  alter column viewers drop not null,
  -- Of viewers, also those that were deleted later.
  add column comments int not null default 0,
  add column gifts    bigint not null default 0,
  -- Fen.
  add column total    bigint not null default 0,
  add column votes    bigint not null default 0;

insert into match_minute (match_id, minute, comments)
  select match_id, date_trunc('minute', created_at, 'UTC'), count(*) from match_comment
  where kind = 'viewer' group by 1, 2
on conflict (match_id, minute) do update set comments = excluded.comments;

insert into match_minute (match_id, minute, gifts, total, votes)
  select match_id, date_trunc('minute', created_at, 'UTC'), sum(count), sum(total), sum(votes) from gift_record
  group by 1, 2
on conflict (match_id, minute)
  do update set gifts = excluded.gifts, total = excluded.total, votes = excluded.votes;

alter table match_live
  -- Of viewers, without deleted ones.
  add column comments int not null default 0;
update match_live set comments = (
  select count(*) from match_comment
  where match_comment.match_id = match_live.match_id and kind = 'viewer' and deleted_at is null);

drop index match_comment_time;
