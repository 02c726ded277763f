import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { SHAPES, shapeParams } from './shapes.ts';

// A length behind a shape has been said by it: people read the words of the shape, the description of the service the number.

/** The signed-in user's id or login. May be left out; when given it must be the session's own user. */
export const uid = z.union([z.string().max(LIMITS.loginName), z.int().positive()]).optional();

/** Ids are numbers of the database, written as decimal strings nowhere and as numbers everywhere. */
export const id = z.int().positive().max(2_147_483_647);

/** A number of an account's log: it outgrows an id. */
export const logNumber = z.int().positive();

/** Text that can be stored. */
export const text = z.string().refine(SHAPES.text.fits, shapeParams('text'));

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
  .refine(SHAPES.imei.fits, shapeParams('imei'))
  // For the description of the service; the check above tells people in words.
  .meta({ pattern: '^[A-Za-z0-9-]+$' });

/** A login as somebody types it. */
export const account = text
  .trim()
  .max(LIMITS.loginName)
  .refine(SHAPES.account.fits, shapeParams('account'))
  .refine(SHAPES.newAccount.fits, shapeParams('newAccount'));

/** A password as it is typed. It never leaves the browser: what is sent is its digest. */
export const typedPassword = z.string().refine(SHAPES.password.fits, shapeParams('password'));

/** A new password as it is typed. */
export const typedNewPassword = z
  .string()
  .refine(SHAPES.password.fits, shapeParams('password'))
  .refine(SHAPES.newPassword.fits, shapeParams('newPassword'));

/** MD5 of a trimmed password. */
export const digest = z
  .string()
  .refine(SHAPES.md5.fits, shapeParams('md5'))
  .max(32)
  .describe('MD5 of the trimmed password, hexadecimal');

export const phone = z
  .string()
  .trim()
  .refine(SHAPES.phoneGiven.fits, shapeParams('phoneGiven'))
  .refine(SHAPES.phone.fits, shapeParams('phone'))
  .max(11);

/** A code from a text message. */
export const code = z.string().trim().refine(SHAPES.code.fits, shapeParams('code')).max(6);

/** A code of an authenticator (six digits) or a recovery code. */
export const otp = z.string().trim().min(6).max(32);

/** `#rrggbb` */
export const color = z.string().refine(SHAPES.color.fits, shapeParams('color')).max(7);

export const linkCode = text.max(64).optional().describe('link code of the branded page');

/** IANA name. */
export const timeZone = z.string().max(64).refine(SHAPES.timeZone.fits, shapeParams('timeZone'));

export const pageIndex = z.int().min(1).default(1);
export const pageSize = z.int().min(1).max(LIMITS.pageSize).default(10);

/** A whole list, or one page of it, with the number of all. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ list: z.array(item), total: z.int().nonnegative() });
}

/** Answer of an operation that only does something. */
export const emptyResult = z.object({});

/** Beside a new password. */
export const withdrawLinks = z
  .boolean()
  .default(false)
  .describe('also ends the open share links of the user, which outlive the sessions that made them');
