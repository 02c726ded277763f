import type { BoxReader } from '../box-reader.ts';
import { mileageOf, readDays } from './days.ts';

/** The mileage of today. The other figures are counts of states, which consoles receive live. */
export const readFigures: BoxReader = async (context) => {
  const { asOf, value } = await readDays(context);
  const today = value.at(-1);
  return { asOf, value: { kind: 'figures', mileageToday: today === undefined ? null : mileageOf(today) } };
};
