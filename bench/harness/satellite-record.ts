import type pg from 'pg';

const DAY = 86_400_000;
const CHUNK = 250_000;
const PHRASES = 5_000;

/** Text that is in one of 100,000 messages, and one that is in each tenth. */
export const RARE_TEXT = '锚链断裂';
export const USUAL_TEXT = '已到港';

/** Types and states by their frequency: nearly all messages are positions and reports of terminals, few have failed. */
const TYPES = [
  ...Array.from({ length: 10 }, () => 'terminal-to-system'),
  ...Array.from({ length: 4 }, () => 'terminal-to-phone'),
  ...Array.from({ length: 3 }, () => 'system-to-terminal'),
  'phone-to-terminal',
  'terminal-to-weather',
  'weather-to-terminal',
];
const RARE_TYPE = 'terminal-to-weibo';

/** IMEI of the terminals of Iridium; `number` from 0 on. */
export function imeiOfTerminal(number: number): string {
  return `3002340${String(number).padStart(7, '0')}0`;
}

/** Card of the terminals of BeiDou. */
export function cardOfTerminal(number: number): string {
  return String(4_200_000 + number);
}

/** Adds terminals to the only account: all of Iridium, or nine of ten of BeiDou. */
export async function registerTerminals(
  client: pg.Client,
  terminals: number,
  networks: 'iridium' | 'mostly-beidou',
): Promise<void> {
  const cards = Array.from({ length: terminals }, (_, number) =>
    networks === 'iridium' || number % 10 === 9 ? imeiOfTerminal(number) : cardOfTerminal(number),
  );
  await client.query(
    `insert into communication_account (account_id, name, note, password_hash, network, card_number, card_key, created_at)
     select (select max(account_id) from account), 'Boat ' || number, '', '',
       case when length(card) = 15 then 'iridium' else 'beidou' end, card, card, now()
     from unnest($1::text[]) with ordinality as terminal (card, number)`,
    [cards],
  );
}

/** Adds a message to each terminal that is due tomorrow. */
export async function addWaitingMessages(client: pg.Client): Promise<void> {
  await client.query(`
    with message as (
      insert into satellite_message (account_id, communication_account_id, card_number, network, type, sender, receiver,
        content, urgent, state, reason, cost_units, created_at, changed_at, expires_at)
      select account_id, communication_account_id, card_number, network, 'system-to-terminal', 'captain', card_number,
        'Return to port', false, 'waiting', 'offline', 1, now(), now(), now() + interval '5 days'
      from communication_account
      returning message_id, card_number, content
    )
    insert into satellite_part (message_id, number, gateway, lane, content, state, reason, next_at, receiver, urgent)
    select message_id, 1, 'iridium-directip', 'iridium-directip ' || card_number, content, 'waiting', 'offline',
      now() + interval '1 day', card_number, false
    from message`);
  await client.query('vacuum analyze satellite_message, satellite_part');
}

/**
 * Fills the record by SQL: messages of `days` up to now, of all terminals in turn, with texts of 5,000 phrases of two to six
 * of 3,000 hanzi, the first ones more often, and numbers.
 */
export async function fillRecord(
  client: pg.Client,
  {
    messages,
    terminals,
    days,
  }: { readonly messages: number; readonly terminals: number; readonly days: number },
): Promise<void> {
  await client.query(`create temporary table phrase as
    select number as id, (
      select string_agg(chr(19968 + (3000 * random() ^ 3)::int), '')
      from generate_series(1, 2 + number % 5)) as text
    from generate_series(0, ${PHRASES - 1}) as number`);
  await client.query('create unique index on phrase (id)');
  await client.query(`create temporary table terminal as
    select row_number() over (order by communication_account_id) - 1 as number, communication_account_id as id,
      account_id, card_number, network
    from communication_account`);
  await client.query('create unique index on terminal (number)');
  const { rows } = await client.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'satellite_message_search'",
  );
  // Made at once, because it takes a fraction of the time.
  await client.query('drop index satellite_message_search');
  const start = Date.now() - days * DAY;
  for (let from = 0; from < messages; from += CHUNK) {
    await client.query(
      `insert into satellite_message (account_id, communication_account_id, card_number, network, type, sender, receiver,
         content, urgent, state, reason, cost_units, created_at, changed_at, expires_at)
       select terminal.account_id, terminal.id, terminal.card_number, terminal.network, made.type,
         case when made.type like 'terminal-%' then terminal.card_number else 'captain' end,
         case
           when made.type = 'terminal-to-phone' then (13800000000 + (source.number * 7919) % 10000000)::text
           when made.type like '%-to-terminal' then terminal.card_number
           else ''
         end,
         first.text || case when source.number % 10 = 0 then '${USUAL_TEXT}' else '' end || ' ' || second.text || ' '
           || source.number % 100000 || case when source.number % 100000 = 77 then ' ${RARE_TEXT}' else '' end,
         false, made.state, case when made.state = 'failed' then 'unknown-arrival' end, 1, at, at, at + interval '5 days'
       from generate_series($1::bigint, $2::bigint) as source (number)
       cross join lateral (
         select to_timestamp(($3::float8 + source.number * $4::float8) / 1000) as at,
           case when source.number % 1000 = 3 then '${RARE_TYPE}'
             else ('{${TYPES}}'::text[])[(source.number % ${TYPES.length} + 1)::int] end as type,
           case when source.number % 5000 = 7 then 'failed'
             when source.number % ${TYPES.length} < 14 then 'received' else 'delivered' end as state
       ) as made
       join terminal on terminal.number = (source.number * 31) % $5
       join phrase first on first.id = (source.number * 7907) % ${PHRASES}
       join phrase second on second.id = (source.number * 104729) % ${PHRASES}
       order by source.number`,
      [from, Math.min(messages, from + CHUNK) - 1, start, (days * DAY) / messages, terminals],
    );
  }
  await client.query("set maintenance_work_mem = '256MB'");
  await client.query(rows[0]?.indexdef ?? '');
  await client.query('vacuum analyze satellite_message');
  await client.query('checkpoint');
}
