-- What the program of 0071-match-minutes.sql stores besides. Never edited once it is released.
insert into match_comment (match_id, number, client_key, kind, viewer_key, address, user_name, name, text, likes,
  created_at, deleted_at, deleted_by) values
  (1, 3, '00000000-0000-4000-8000-000000000003', 'viewer', 'viewer-key-000002', '203.0.113.8', null, 'Cy', 'Well done', 0,
    '2026-06-07 09:30+00', null, null);
insert into gift_record (match_id, number, client_key, gift_id, gift_name, picture_file_id, price, count, total, votes, giver,
  participant_id, receiver, voucher_id, order_id, created_at) values
  (1, 3, '00000000-0000-4000-8000-000000000013', 1, 'Rose', 'gift-picture', 199, 1, 199, 10, 'Cy', 1, 'A12 Anna Berg', 1,
    null, '2026-06-07 09:30+00');
update match_live set last_comment = 3, last_gift = 3, comments = 1 where match_id = 1;
insert into match_minute (match_id, minute, viewers, comments, gifts, total, votes) values
  (1, '2026-06-07 09:30+00', 80, 1, 1, 199, 10);
