import { z } from 'zod';
import { emptyResult, id, uid } from './fields.ts';
import { operation } from './operation.ts';

export const liftSos = operation({
  name: 'liftSos',
  summary: 'Ends the SOS of a tracker. Reports that go on saying SOS open no new one until it was off.',
  access: { permission: 'editor', roles: ['eob_plugin_loc_monitor'] },
  effect: 'account',
  payload: z.object({ uid, trackerId: id }),
  result: emptyResult,
  errors: ['tracker-unknown', 'sos-not-open'],
});
