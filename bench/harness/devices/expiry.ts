import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrlOf } from '../data-folder.ts';
import type { DeviceBench, Figures } from './context.ts';
import { describeRounds, type Watched } from './ingest-watch.ts';

/** Time from the start of a server to the end of its first check, at most, milliseconds. */
const MAX_MS = 180_000;
const POLL_MS = 20;

/**
 * The check for notices about devices that expire soon, which a server runs soon after its start, with all devices due at
 * once and 3,600 different ends of their validity.
 */
export async function measureExpiry(bench: DeviceBench): Promise<Figures> {
  const checks: Watched<Check>[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    await bench.restart(() => withDatabase(bench.data, expireSoon));
    const watched = await bench.watch.during(() =>
      withDatabase(bench.data, (client) => awaitCheck(client, bench)),
    );
    checks.push({ ...watched, ms: watched.result.ms });
  }
  const { notices } = checks.at(-1)?.result ?? { notices: Number.NaN };
  return { ...describeRounds('expiry, check', checks), 'expiry, notices': notices };
}

interface Check {
  readonly ms: number;
  readonly notices: number;
}

/** Makes all notices due that nobody was sent: the dates count as set long ago. */
async function expireSoon(client: pg.Client): Promise<void> {
  await client.query(`
    update tracker set valid_until = now() + interval '6 days' + (tracker_id % 3600) * interval '1 second'`);
  await client.query('truncate expiry_notice, validity_change');
  await client.query(`delete from account_log where payload ->> 'noticeType' = 'EXPIRING'`);
  await client.query('vacuum analyze tracker');
}

/** From the first query of the check to the last notice. */
async function awaitCheck(client: pg.Client, { devices }: DeviceBench): Promise<Check> {
  let startedAt: number | null = null;
  for (const end = performance.now() + MAX_MS; performance.now() < end; await delay(POLL_MS)) {
    const { rows } = await client.query<{ checks: boolean; recorded: number; notices: number }>(`
      select
        exists (select from pg_stat_activity
          where pid <> pg_backend_pid() and state <> 'idle' and query like '%expiry_notice%') as checks,
        (select count(*)::int from expiry_notice) as recorded,
        (select count(*)::int from account_log where payload ->> 'noticeType' = 'EXPIRING') as notices`);
    const [state] = rows;
    if (state === undefined) continue;
    if (state.checks || state.recorded > 0) startedAt ??= performance.now();
    if (startedAt !== null && state.recorded >= devices) {
      return { ms: performance.now() - startedAt, notices: state.notices };
    }
  }
  throw new Error('the server did not check for expiring devices');
}

async function withDatabase<Result>(
  data: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrlOf(data) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
