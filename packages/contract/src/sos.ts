import { z } from 'zod';
import { emptyResult, id, uid } from './fields.ts';
import { operation } from './operation.ts';

export const liftSos = operation({
  name: 'liftSos',
  summary:
    'Clears the SOS of a tracker. Further reports with SOS do not raise it again until a report without SOS has arrived.',
  access: { permission: 'editor', roles: ['eob_plugin_loc_monitor'] },
  effect: 'account',
  payload: z.object({ uid, trackerId: id }),
  result: emptyResult,
  errors: ['tracker-unknown', 'sos-not-open'],
});
