import { LIMITS } from '@wakeline/contract/limits';
import type { BoxReader } from '../box-reader.ts';

/** The alarms that a map moves to. The devices on it are states, which consoles receive live. */
export const readMap: BoxReader = async ({ alarms, reader, now }, { options: { followAlarms } }) => {
  if (!followAlarms) return { asOf: now, value: { kind: 'map', alarms: [] } };
  const { list } = await alarms.readNewest(reader, { openOnly: false, limit: LIMITS.followedAlarms, now });
  const newest = list.map(({ messageId, trackerId, msgType }) => ({ messageId, trackerId, msgType }));
  return { asOf: now, value: { kind: 'map', alarms: newest } };
};
