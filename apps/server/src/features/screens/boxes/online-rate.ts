import type { BoxReader } from '../box-reader.ts';
import { onlineRateOf, readDays } from './days.ts';

/** The online rate of today. How many are online now is a count of states, which consoles receive live. */
export const readOnlineRate: BoxReader = async (context) => {
  const { asOf, value } = await readDays(context);
  const today = value.at(-1);
  return { asOf, value: { kind: 'onlineRate', today: today === undefined ? null : onlineRateOf(today) } };
};
