import { z } from 'zod';
import { trackPoint } from './entities/track-point.ts';
import { id, instant, uid } from './fields.ts';
import { operation } from './operation.ts';

const window = { uid, trackerId: id, startTime: instant, endTime: instant };

export const getTrackByTime = operation({
  name: 'getTrackByTime',
  summary: "A device's track between two times, both included, oldest first; 31 days at most.",
  access: { permission: 'viewer', role: 'eob_plugin_loc_monitor' },
  effect: 'none',
  payload: z.object(window),
  result: z.object({ points: z.array(trackPoint) }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long'],
});

export const getTrackPartByTime = operation({
  name: 'getTrackPartByTime',
  summary:
    'The same track part by part: at most `limit` points from `startTime` on; `nextTime` is where the next part starts.',
  access: { permission: 'viewer', role: 'eob_plugin_loc_monitor' },
  effect: 'none',
  payload: z.object({ ...window, limit: z.int().min(1).max(100_000).default(10_000) }),
  result: z.object({ points: z.array(trackPoint), nextTime: instant.nullable() }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long'],
});
