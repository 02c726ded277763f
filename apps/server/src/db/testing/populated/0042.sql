-- What the program of 0042-watch-tasks.sql kept besides. Never edited once it is released.
insert into watch_task (account_id, name, flight_number, note, areas, alerts, shift_range, execute_from, execute_to,
  is_open, changed_at)
values (1, '巡线', 'B-7701', '', '[{"fenceId": 1, "mode": "inside"}]',
  '[{"type": "heightAbove", "limit": 1200, "hysteresis": null, "hold": {"fixes": 2, "seconds": 10},
     "repeatMinutes": 0, "point": null}]',
  200, '2026-11-23 20:00:00+00', '2026-11-24 04:00:00+00', true, '2026-11-23 12:00:00+00');
insert into watch_task_device (task_id, tracker_id)
select task_id, (select min(tracker_id) from tracker where account_id = 1) from watch_task;
insert into watch_task_acknowledged (task_id, tracker_id, condition, notice_at)
select task_id, tracker_id, 16, 1795478400000 from watch_task_device;
