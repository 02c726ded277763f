import { findPreset, PERIOD_PRESETS, parseDay, presetPeriod } from '../report-period.ts';

/** Parameters of an address that are no part of a filter: the page of the table, and the link code. */
const LEFT_OUT = ['page', 't'];
const PERIOD = 'period';

/**
 * The query of an address as it is saved. A usual period is saved by its name, so that "last week" stays the last week.
 *
 * @param today of the account, yyyy-MM-dd
 */
export function toSavedQuery(search: URLSearchParams, today: string): string {
  const query = new URLSearchParams(search);
  for (const name of LEFT_OUT) query.delete(name);
  const [startDay, endDay] = [parseDay(query.get('from')), parseDay(query.get('to'))];
  const preset = startDay === null || endDay === null ? null : findPreset({ startDay, endDay }, today);
  if (preset !== null) {
    query.delete('from');
    query.delete('to');
    query.set(PERIOD, preset);
  }
  return query.toString();
}

/** The query of the address of a saved filter, with the days that its period has today. */
export function fromSavedQuery(saved: string, today: string): string {
  const query = new URLSearchParams(saved);
  const preset = PERIOD_PRESETS.find((one) => one === query.get(PERIOD));
  query.delete(PERIOD);
  if (preset !== undefined) {
    const { startDay, endDay } = presetPeriod(preset, today);
    query.set('from', startDay);
    query.set('to', endDay);
  }
  return query.toString();
}
