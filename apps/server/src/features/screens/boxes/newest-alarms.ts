import { LIMITS } from '@wakeline/contract/limits';
import type { BoxReader } from '../box-reader.ts';

/** The newest alarms of the last 7 days. Read at each request: consoles request it because of a new one. */
export const readNewestAlarms: BoxReader = async ({ alarms, reader, now }) => {
  const { list } = await alarms.readNewest(reader, { openOnly: false, limit: LIMITS.screenAlarms, now });
  return { asOf: now, value: { kind: 'newestAlarms', list: [...list] } };
};
