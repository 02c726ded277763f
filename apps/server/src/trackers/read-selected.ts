import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { type DeviceRow, readDevices } from './device-page.ts';
import { type DeviceSelection, selectDevices } from './select-devices.ts';

/** The number of devices that match a filter. @throws NamedError `group-unknown` */
export async function countSelected(db: Db, scope: Scope, selection: DeviceSelection): Promise<number> {
  const { total } = await (await selectDevices(db, scope, selection))
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The devices that match a filter in pages, by id. Memory does not grow with their number. @throws NamedError `group-unknown` */
export async function* readSelected(
  db: Db,
  scope: Scope,
  selection: DeviceSelection & { readonly pageSize: number },
): AsyncGenerator<readonly DeviceRow[]> {
  const devices = await selectDevices(db, scope, selection);
  for (let after = 0; ; ) {
    const page = await devices
      .select('tracker.tracker_id')
      .where('tracker.tracker_id', '>', after)
      .orderBy('tracker.tracker_id')
      .limit(selection.pageSize)
      .execute();
    const ids = page.map((row) => row.tracker_id);
    const rows = ids.length === 0 ? [] : await readDevices(db, scope, ids);
    yield rows.toSorted((a, b) => a.tracker_id - b.tracker_id);
    if (ids.length < selection.pageSize) return;
    after = ids.at(-1) ?? after;
  }
}
