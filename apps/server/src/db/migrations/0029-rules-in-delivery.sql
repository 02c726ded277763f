-- Not empty: only the notices of these rules. A removed rule stays in the list, so that it never becomes "all notices".
alter table subscription add column rule_ids int[] not null default '{}';

-- Not null: the owner of the address has ended its messages. Confirming it again permits them.
alter table recipient add column email_unsubscribed_at timestamptz;
