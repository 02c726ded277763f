import { normalizeFeedNumber } from '@wakeline/domain/devices/feed-number';
import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { SHAPES, shapeParams } from './shapes.ts';

// Length limits that follow a shape are for the API description: people read the message of the shape instead.

/** The signed-in user's id or login. Optional; if given, it must be the user of the session. */
export const uid = z.union([z.string().max(LIMITS.loginName), z.int().positive()]).optional();

/** Database ids are always JSON numbers, never strings. */
export const id = z.int().positive().max(2_147_483_647);

/** A sequence number of an account's log; it can exceed the range of an id. */
export const logNumber = z.int().positive();

/** Text that can be stored. */
export const text = z.string().refine(SHAPES.text.isValid, shapeParams('text'));

/** Epoch milliseconds UTC, between 1970 and 2100. */
export const instant = z.int().min(0).max(4_102_444_800_000);

/** A name entered by a user: trimmed, not empty. */
export const name = text.trim().min(1).max(LIMITS.name);

export const note = text.max(LIMITS.note);

/** IMEI or other number of a device: letters, digits and hyphens. */
export const imei = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.imei)
  .overwrite(normalizeFeedNumber)
  .refine(SHAPES.imei.isValid, shapeParams('imei'))
  // For the API description; the check above has the message for people.
  .meta({ pattern: '^[A-Za-z0-9-]+$' });

/** A login name as typed. */
export const account = text
  .trim()
  .max(LIMITS.loginName)
  .refine(SHAPES.account.isValid, shapeParams('account'))
  .refine(SHAPES.newAccount.isValid, shapeParams('newAccount'));

/** A password as typed. It never leaves the browser; only its digest is sent. */
export const typedPassword = z.string().refine(SHAPES.password.isValid, shapeParams('password'));

/** A new password as typed. */
export const typedNewPassword = z
  .string()
  .refine(SHAPES.password.isValid, shapeParams('password'))
  .refine(SHAPES.newPassword.isValid, shapeParams('newPassword'));

/** MD5 of a trimmed password. */
export const digest = z
  .string()
  .refine(SHAPES.md5.isValid, shapeParams('md5'))
  .max(32)
  .describe('MD5 of the trimmed password, hexadecimal');

export const phone = z
  .string()
  .trim()
  .refine(SHAPES.phoneRequired.isValid, shapeParams('phoneRequired'))
  .refine(SHAPES.phone.isValid, shapeParams('phone'))
  .max(11);

/** A verification code from a text message. */
export const code = z.string().trim().refine(SHAPES.code.isValid, shapeParams('code')).max(6);

/** A code of an authenticator app (six digits), or a recovery code. */
export const otp = z.string().trim().min(6).max(32);

/** `#rrggbb` */
export const color = z.string().refine(SHAPES.color.isValid, shapeParams('color')).max(7);

export const linkCode = text.max(64).optional().describe('link code of the branded page');

/** IANA name. */
export const timeZone = z.string().max(64).refine(SHAPES.timeZone.isValid, shapeParams('timeZone'));

export const pageIndex = z.int().min(1).default(1);
export const pageSize = z.int().min(1).max(LIMITS.pageSize).default(10);

/** A complete list or one page of it, with the total number of items. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ list: z.array(item), total: z.int().nonnegative() });
}

/** Result of an operation that returns nothing. */
export const emptyResult = z.object({});

/** Option of the operations that set a new password. */
export const withdrawLinks = z
  .boolean()
  .default(false)
  .describe(
    'also revokes the open share links of the user, which do not end with the sessions that created them',
  );
