-- What the program of 0052-template-functions.sql kept besides. Never edited once it is released.
insert into satellite_template (account_id, name, content, role, created_at)
values (1, 'Return to base', '{tail} return to base now, acknowledge', 'eob_plugin_flight_msg', '2026-11-25T12:00:00Z');
