import type { World } from '../world.ts';
import { accountRows } from './account-rows.ts';
import { aviationRows } from './aviation-rows.ts';
import { courseRows } from './course-rows.ts';
import { deliveryRows } from './delivery-rows.ts';
import { feedRows } from './feed-rows.ts';
import { forwardRows } from './forward-rows.ts';
import { inboxRows } from './inbox-rows.ts';
import { instructionRows } from './instruction-rows.ts';
import { layerRows } from './layer-rows.ts';
import { liveEventRows } from './live-event-rows.ts';
import { createMakers } from './makers.ts';
import { mapRows } from './map-rows.ts';
import { matchRows } from './match-rows.ts';
import { mediaRows } from './media-rows.ts';
import { modelRows } from './model-rows.ts';
import { ocadRows } from './ocad-rows.ts';
import { peopleRows } from './people-rows.ts';
import { reportRows } from './report-rows.ts';
import type { Rows } from './row.ts';
import { ruleRows } from './rule-rows.ts';
import { satelliteRows } from './satellite-rows.ts';
import { satelliteSettingsRows } from './satellite-settings-rows.ts';
import { scheduleRows } from './schedule-rows.ts';
import { screenRows } from './screen-rows.ts';
import { signInRows } from './sign-in-rows.ts';
import { trackRows } from './track-rows.ts';
import { trackerRows } from './tracker-rows.ts';
import { trackingModeRows } from './tracking-mode-rows.ts';
import { videoRows } from './video-rows.ts';
import { watchTaskRows } from './watch-task-rows.ts';

/** Rows whose payloads are created directly in the database of `world`. */
export function operationRows(world: World): Rows {
  const makers = createMakers(world);
  return {
    ...accountRows(world, makers),
    ...courseRows(world, makers),
    ...matchRows(world, makers),
    ...liveEventRows(world),
    ...deliveryRows(world, makers),
    ...forwardRows(world, makers),
    ...feedRows(world, makers),
    ...inboxRows(world),
    ...instructionRows(world, makers),
    ...layerRows(world, makers),
    ...mapRows(world, makers),
    ...modelRows(world, makers),
    ...mediaRows(world, makers),
    ...ocadRows(world, makers),
    ...reportRows(makers),
    ...scheduleRows(world, makers),
    ...ruleRows(world, makers),
    ...aviationRows(world, makers),
    ...peopleRows(world, makers),
    ...satelliteRows(world, makers),
    ...satelliteSettingsRows(world, makers),
    ...screenRows(world, makers),
    ...signInRows(world, makers),
    ...trackRows(world, makers),
    ...trackerRows(makers),
    ...trackingModeRows(world, makers),
    ...videoRows(world, makers),
    ...watchTaskRows(world, makers),
  };
}
