import { z } from 'zod';
import { baseLayer } from './entities/base-layer.ts';
import { uid } from './fields.ts';
import { operation } from './operation.ts';

export const queryBaseLayers = operation({
  name: 'queryBaseLayers',
  summary:
    'The maps that can lie under everything else, in their order, as far as the caller is offered them.',
  access: 'session',
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    list: z.array(baseLayer),
    defaultIndex: z.int().nonnegative().nullable().describe('null: the shipped world map alone'),
  }),
  errors: [],
});
