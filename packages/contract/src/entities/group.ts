import { z } from 'zod';
import { id } from '../fields.ts';

/** A group of trackers. `gn` is its name, `cn` the number of trackers in it, without those of groups below it. */
export const group = z.object({
  groupId: id,
  parentId: id.nullable().describe('the group that it lies in; null: none that the reader sees'),
  gn: z.string(),
  cn: z.int().nonnegative(),
  abilities: z
    .object({ edit: z.boolean(), remove: z.boolean() })
    .describe('what the reader may do with it: buttons follow these'),
});
export type Group = z.infer<typeof group>;
