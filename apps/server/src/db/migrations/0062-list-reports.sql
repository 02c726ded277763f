-- Notices, histories of alarms and instructions are reports: tasks that wait, and those in the lists of users, are of their
-- kind. Days are those of their times, or of the time that was kept then.
update task set kind = 'exportReport', subject = subject - 'period' || jsonb_build_object(
  'report', case kind when 'exportNotices' then 'notices' when 'exportAlarms' then 'alarmHandling' else 'instructions' end,
  'format', 'xlsx', 'order', '{}'::jsonb,
  'filter', (list - 'groupId' - 'trackerId') || jsonb_build_object(
    'groupIds', case when list ? 'groupId' and not list ? 'trackerIds' then jsonb_build_array(list -> 'groupId') else '[]'::jsonb end,
    'trackerIds', case when list ? 'trackerId' then jsonb_build_array(list -> 'trackerId')
      else coalesce(list -> 'trackerIds', '[]'::jsonb) end,
    'startDay', to_char(coalesce(to_timestamp((list ->> 'startTime')::float8 / 1000), case kind when 'exportNotices'
      then created_at - interval '7 days' else created_at - interval '1 year' end) at time zone zone, 'YYYY-MM-DD'),
    'endDay', to_char(coalesce(to_timestamp((list ->> 'endTime')::float8 / 1000), created_at) at time zone zone, 'YYYY-MM-DD')))
from (
  select task_id as id, coalesce(subject -> 'filter', subject -> 'period') as list, subject ->> 'timeZone' as zone from task
  where kind in ('exportNotices', 'exportAlarms', 'exportInstructions')) as exported
where task_id = id;
