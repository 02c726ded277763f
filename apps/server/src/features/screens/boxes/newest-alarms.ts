import { LIMITS } from '@wakeline/contract/limits';
import { type BoxReader, cached, LIST_TTL_MS } from '../box-reader.ts';

/** The newest alarms of the last 7 days. */
export const readNewestAlarms: BoxReader = async (context) => {
  const { alarms, reader, now } = context;
  const { asOf, value } = await cached(context, 'alarms', LIST_TTL_MS, () =>
    alarms.readNewest(reader, { openOnly: false, limit: LIMITS.screenAlarms, now }),
  );
  return { asOf, value: { kind: 'newestAlarms', list: [...value.list] } };
};
