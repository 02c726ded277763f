import type { World } from '../world.ts';
import { accountRows } from './account-rows.ts';
import { inboxRows } from './inbox-rows.ts';
import { createMakers } from './makers.ts';
import { mapRows } from './map-rows.ts';
import { modelRows } from './model-rows.ts';
import type { Rows } from './row.ts';
import { signInRows } from './sign-in-rows.ts';
import { trackRows } from './track-rows.ts';
import { trackerRows } from './tracker-rows.ts';

/** Rows whose payloads are created directly in the database of `world`. */
export function operationRows(world: World): Rows {
  const makers = createMakers(world);
  return {
    ...accountRows(world, makers),
    ...inboxRows(world),
    ...mapRows(world, makers),
    ...modelRows(world, makers),
    ...signInRows(world, makers),
    ...trackRows(world, makers),
    ...trackerRows(makers),
  };
}
