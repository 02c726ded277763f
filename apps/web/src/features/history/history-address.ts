import { SPEED } from '@wakeline/domain/replay-clock';

/** What the history page shows; all of it stands in the address, so that a copied one shows the same. */
export interface HistoryView {
  readonly trackerId: number;
  /** Epoch milliseconds, both included. */
  readonly start: number;
  readonly end: number;
  /** Where the replay stands; null: at the beginning. */
  readonly time: number | null;
  /** Speed level of the replay. */
  readonly level: number;
}

function wholeNumber(text: string | null): number | null {
  if (text === null || !/^\d{1,15}$/.test(text)) return null;
  return Number(text);
}

/** What an address asks for; null where it says nothing that can be shown. */
export function readHistory(query: URLSearchParams): HistoryView | null {
  const trackerId = wholeNumber(query.get('trackerId'));
  const start = wholeNumber(query.get('start'));
  const end = wholeNumber(query.get('end'));
  if (!trackerId || start === null || end === null) return null;
  const level = wholeNumber(query.get('speed')) ?? SPEED.initial;
  return {
    trackerId,
    start,
    end,
    time: wholeNumber(query.get('time')),
    level: Math.min(SPEED.max, Math.max(SPEED.min, level)),
  };
}

/** The address's query with a view in it; what else stood there (a link code) stays. */
export function writeHistory(query: URLSearchParams, view: HistoryView): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set('trackerId', String(view.trackerId));
  next.set('start', String(view.start));
  next.set('end', String(view.end));
  if (view.time === null) next.delete('time');
  else next.set('time', String(Math.round(view.time)));
  if (view.level === SPEED.initial) next.delete('speed');
  else next.set('speed', String(view.level));
  return next;
}
