-- What the program of 0069-live-events.sql kept besides. Never edited once it is released.
insert into match_live (match_id, last_comment, last_gift, likes, words) values (1, 2, 2, 1, '{spam}');
insert into match_comment (match_id, number, client_key, kind, viewer_key, address, user_name, name, text, likes,
  created_at, deleted_at, deleted_by) values
  (1, 1, '00000000-0000-4000-8000-000000000001', 'viewer', 'viewer-key-000001', '203.0.113.9', null, 'Bo', 'Go Anna!', 1,
    '2026-06-07 09:00+00', '2026-06-07 09:05+00', 'holder'),
  (1, 2, '00000000-0000-4000-8000-000000000002', 'system', null, null, 'holder', '', 'Start delayed', 0,
    '2026-06-07 09:10+00', null, null);
insert into match_comment_like (match_id, number, viewer_key) values (1, 1, 'viewer-key-000002');
insert into match_mute (match_id, kind, value, name, user_name, created_at) values
  (1, 'address', '203.0.113.9', 'Bo', 'holder', '2026-06-07 09:06+00');
insert into stored_file (file_id, account_id, kind, media_type, name, bytes, sha256, created_at) values
  ('gift-picture', 1, 'picture', 'image/png', 'gift', 100, '\x00', '2026-06-01 08:00+00');
insert into gift (match_id, name, price, votes, picture_file_id, hidden, created_at) values
  (1, 'Rose', 199, 10, 'gift-picture', false, '2026-06-01 08:00+00');
insert into voucher (match_id, code_hash, code_end, label, amount, balance, expires_at, created_at, user_name,
  revoked_at) values
  (1, '\x01', 'ABCD', 'Sponsor', 1000, 602, '2026-07-01 00:00+00', '2026-06-01 08:00+00', 'holder',
    '2026-06-08 08:00+00');
insert into gift_order (order_id, match_id, client_key, purchase, picture_file_id, total, pay_url, created_at,
  paid_at) values
  ('00000000-0000-4000-8000-00000000000a', 1, '00000000-0000-4000-8000-000000000012', '{"count": 1}', 'gift-picture', 199,
    'https://pay.example/1', '2026-06-07 09:20+00', '2026-06-07 09:21+00');
insert into gift_record (match_id, number, client_key, gift_id, gift_name, picture_file_id, price, count, total, votes, giver,
  participant_id, receiver, voucher_id, order_id, created_at) values
  (1, 1, '00000000-0000-4000-8000-000000000011', 1, 'Rose', 'gift-picture', 199, 2, 398, 20, 'Bo', 1, 'A12 Anna Berg', 1,
    null, '2026-06-07 09:15+00'),
  (1, 2, '00000000-0000-4000-8000-000000000012', 1, 'Rose', 'gift-picture', 199, 1, 199, 10, 'Bo', 1, 'A12 Anna Berg', null,
    '00000000-0000-4000-8000-00000000000a', '2026-06-07 09:21+00');
insert into match_helper (match_id, name, points, code_hash, user_name, created_at, last_used_at, revoked_at) values
  (1, 'Cai', 'finish', '\x02', 'holder', '2026-06-06 08:00+00', '2026-06-07 10:00+00', '2026-06-08 08:00+00');
insert into match_helper_token (token_hash, helper_id, created_at, expires_at) values
  ('\x03', 1, '2026-06-07 08:00+00', '2026-06-09 08:00+00');
insert into match_viewer_sample (match_id, minute, viewers) values (1, '2026-06-07 09:00+00', 120);
