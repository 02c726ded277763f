import { z } from 'zod';
import { baseLayer } from './entities/base-layer.ts';
import { uid } from './fields.ts';
import { operation } from './operation.ts';

export const queryBaseLayers = operation({
  name: 'queryBaseLayers',
  summary: 'The base maps available to the caller, in order.',
  access: 'session',
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    list: z.array(baseLayer),
    defaultIndex: z.int().nonnegative().nullable().describe('null: only the built-in world map'),
  }),
  errors: [],
});
