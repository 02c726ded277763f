import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { trackersInScope } from './in-scope.ts';
import { withoutLeadingZeros } from './taken-imeis.ts';

type FoundTracker =
  | { readonly trackerId: number }
  | { readonly error: 'tracker-unknown' | 'tracker-ambiguous' };

/** Finds a device. `bound` is the device that the terminal or plane has: of several with one name it stays that one. */
export type FindTracker = (text: string, bound: number | null) => FoundTracker;

/** Finds visible devices by their names, or else by their IMEIs, of which leading zeros make no difference. */
export async function createTrackerLookup(
  db: Db,
  scope: Scope,
  texts: readonly string[],
): Promise<FindTracker> {
  const rows = await trackersInScope(db, scope)
    .where(
      sql<boolean>`(tracker.name = any (${[...texts]}::text[])
        or ltrim(tracker.imei, '0') = any (${texts.map(withoutLeadingZeros)}::text[]))`,
    )
    .select(['tracker.tracker_id', 'tracker.name', 'tracker.imei'])
    .execute();
  const byName = Map.groupBy(rows, ({ name }) => name);
  const byImei = Map.groupBy(rows, ({ imei }) => withoutLeadingZeros(imei));
  return (text, bound) => {
    const found = byName.get(text) ?? byImei.get(withoutLeadingZeros(text)) ?? [];
    const [only, other] = found;
    if (only === undefined) return { error: 'tracker-unknown' };
    if (other === undefined) return { trackerId: only.tracker_id };
    const present = found.find(({ tracker_id }) => tracker_id === bound);
    return present === undefined ? { error: 'tracker-ambiguous' } : { trackerId: present.tracker_id };
  };
}
