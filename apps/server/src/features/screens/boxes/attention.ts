import { LIMITS } from '@wakeline/contract/limits';
import { LOW_BATTERY } from '@wakeline/domain/tracker-state/alarms';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { trackersInScope } from '../../../trackers/in-scope.ts';
import type { BoxContext, BoxReader } from '../box-reader.ts';

const EXPIRING_MS = 30 * 86_400_000;

/**
 * What needs a person: open alarms, devices that stopped reporting, ones that expire, and low batteries. Read at each request:
 * consoles request it because of a new notice.
 */
export const readAttention: BoxReader = async (context) => {
  const { alarms, reader, now } = context;
  const [openAlarms, offline, expiring, lowBattery] = await Promise.all([
    alarms.readNewest(reader, { openOnly: true, limit: LIMITS.attentionDevices, now }),
    readOffline(context),
    readExpiring(context),
    readLowBattery(context),
  ]);
  const { count, list } = openAlarms;
  return {
    asOf: now,
    value: { kind: 'attention', openAlarms: { count, list: [...list] }, offline, expiring, lowBattery },
  };
};

/** The ones that went offline last come first: they are the news. */
function readOffline(context: BoxContext) {
  return readDevices(context, {
    where: sql`tracker_state.status = 'OFFLINE' and tracker_state.comm_time is not null`,
    order: sql`tracker_state.comm_time desc`,
    time: sql`tracker_state.comm_time`,
    value: sql`null::real`,
  });
}

function readExpiring(context: BoxContext) {
  return readDevices(context, {
    where: sql`tracker.valid_until < ${new Date(context.now + EXPIRING_MS)}::timestamptz`,
    order: sql`tracker.valid_until`,
    time: sql`(date_part('epoch', tracker.valid_until) * 1000)::bigint`,
    value: sql`null::real`,
  });
}

function readLowBattery(context: BoxContext) {
  return readDevices(context, {
    where: sql`tracker_state.battery <= ${LOW_BATTERY} and tracker_state.status <> 'OFFLINE'`,
    order: sql`tracker_state.battery`,
    time: sql`null::bigint`,
    value: sql`tracker_state.battery`,
  });
}

interface AttentionQuery {
  readonly where: RawBuilder<SqlBool>;
  readonly order: RawBuilder<unknown>;
  readonly time: RawBuilder<number | null>;
  readonly value: RawBuilder<number | null>;
}

/** Devices whose validity has not ended. */
async function readDevices({ db, reader, now }: BoxContext, { where, order, time, value }: AttentionQuery) {
  const rows = await trackersInScope(db, reader)
    .leftJoin('tracker_state', 'tracker_state.tracker_id', 'tracker.tracker_id')
    .where(sql<SqlBool>`(tracker.valid_until is null or tracker.valid_until > ${new Date(now)}::timestamptz)`)
    .where(where)
    .select(['tracker.tracker_id as trackerId', 'tracker.name as trackerName'])
    .select([time.as('time'), value.as('value'), sql<number>`count(*) over ()::int`.as('count')])
    .orderBy(order)
    .orderBy('tracker.tracker_id')
    .limit(LIMITS.attentionDevices)
    .execute();
  return { count: rows[0]?.count ?? 0, list: rows.map(({ count: _count, ...row }) => row) };
}
