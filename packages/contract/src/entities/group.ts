import { z } from 'zod';
import { id } from '../fields.ts';

/** A group of trackers. `gn` is its name, `cn` the number of trackers directly in it, without subgroups. */
export const group = z.object({
  groupId: id,
  parentId: id.nullable().describe('the parent group; null: none that the reader can see'),
  gn: z.string(),
  cn: z.int().nonnegative(),
  abilities: z
    .object({ edit: z.boolean(), remove: z.boolean() })
    .describe('what the reader may do with it; determines the buttons'),
});
export type Group = z.infer<typeof group>;
