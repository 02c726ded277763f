import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { SHAPES, shaped } from './shapes.ts';

/** The signed-in user's id or login. May be left out; when given it must be the session's own user. */
export const uid = z.union([z.string().max(LIMITS.loginName), z.int().positive()]).optional();

/** Ids are numbers of the database, written as decimal strings nowhere and as numbers everywhere. */
export const id = z.int().positive().max(2_147_483_647);

/** A number of an account's log: it outgrows an id. */
export const logNumber = z.int().positive();

/** Text that can be stored. */
export const text = z.string().refine(SHAPES.text.fits, shaped('text'));

/** Epoch milliseconds UTC, between 1970 and 2100. */
export const instant = z.int().min(0).max(4_102_444_800_000);

/** A name that people typed: trimmed, not empty. */
export const name = text.trim().min(1).max(LIMITS.name);

export const note = text.max(LIMITS.note);

/** IMEI or other number of a device: letters, digits and hyphens. */
export const imei = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.imei)
  .refine(SHAPES.imei.fits, shaped('imei'))
  // For the description of the service; the check above tells people in words.
  .meta({ pattern: '^[A-Za-z0-9-]+$' });

export const pageIndex = z.int().min(1).default(1);
export const pageSize = z.int().min(1).max(LIMITS.pageSize).default(10);

/** A whole list, or one page of it, with the number of all. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ list: z.array(item), total: z.int().nonnegative() });
}

/** Answer of an operation that only does something. */
export const nothing = z.object({});
