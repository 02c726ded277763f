import type { WatchTaskFields } from '@wakeline/contract/aviation/watch-tasks';
import { NamedError } from '@wakeline/contract/errors';
import { requireFlight } from '../../aviation/flights.ts';
import type { Tx } from '../../db/database.ts';
import { readFenceIds } from '../../fences/fences.ts';
import type { Scope } from '../../identity/scope.ts';
import { readRouteNames } from '../../rules/rule-references.ts';
import { lockTrackersInScope } from '../../trackers/lock-in-scope.ts';

/**
 * Checks what a task says and refers to. Everything must be in the scope of the user, so that a task reveals nothing else.
 *
 * @param knownFlightId the flight of the task before, which stays although the user may not see it; null: none
 * @throws NamedError `watch-task-times`, `watch-task-heights`, `tracker-unknown`, `flight-unknown`, `route-unknown`,
 * `fence-unknown`
 */
export async function checkTask(
  tx: Tx,
  user: Scope,
  { trackerIds, flightId, line, areas, executeFrom, executeTo }: WatchTaskFields,
  knownFlightId: number | null,
): Promise<void> {
  if (executeFrom !== null && executeTo !== null && executeFrom >= executeTo)
    throw new NamedError('watch-task-times');
  if (line !== null && line.lowest !== null && line.highest !== null && line.lowest >= line.highest)
    throw new NamedError('watch-task-heights');
  await lockTrackersInScope(tx, user, trackerIds);
  if (flightId !== null && flightId !== knownFlightId) await requireFlight(tx, user, flightId);
  if (line !== null && (await readRouteNames(tx, user, [line.routeId])).size === 0)
    throw new NamedError('route-unknown');
  if (areas.length === 0) return;
  const fences = new Set(await readFenceIds(tx, user));
  if (areas.some(({ fenceId }) => !fences.has(fenceId))) throw new NamedError('fence-unknown');
}
