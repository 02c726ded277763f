import { ROLES, type Role } from '@wakeline/contract/roles';
import { SHAPES } from '@wakeline/contract/shapes';
import { closestName } from '../config/closest-name.ts';
import { LATEST_END_MS } from '../features/plugins/grant.ts';
import { isRole } from '../identity/session.ts';
import { UsageError } from './command-error.ts';

const PREFIX = 'eob_plugin_';

/**
 * Functions by name, with or without what all of their names begin with, also several behind one another with commas;
 * `all`: every one. In the product's order, each once.
 *
 * @throws UsageError for one that does not exist
 */
export function parseRoles(texts: readonly string[]): readonly Role[] {
  const names = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
  const chosen = new Set(names.flatMap((name) => (name === 'all' ? ROLES : [parseRole(name)])));
  return ROLES.filter((role) => chosen.has(role));
}

function parseRole(name: string): Role {
  const fullName = name.startsWith(PREFIX) ? name : `${PREFIX}${name}`;
  if (isRole(fullName)) return fullName;
  const suggestion = closestName(fullName, ROLES);
  throw new UsageError(
    `${name}: there is no such function${suggestion === null ? '' : `; is ${shortName(suggestion)} meant?`}`,
  );
}

/** A function as it is typed and shown on the command line. */
export function shortName(role: string): string {
  return role.startsWith(PREFIX) ? role.slice(PREFIX.length) : role;
}

/** Names of all functions, for help texts: lines of a terminal's width. */
export const ROLE_NAMES = ROLES.map(shortName)
  .join(', ')
  .replaceAll(/(.{60}.*?), /g, '$1,\n  ');

/** @throws UsageError for what is no whole number within the bounds */
export function parseInteger(option: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${option}: ${JSON.stringify(text)} is not a number from ${min} to ${max}`);
}

/**
 * The end of a day (`2027-01-31`), by this machine's clock.
 *
 * @throws UsageError for what is no date, or too late a one
 */
export function parseEndOfDay(option: string, text: string): Date {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year !== undefined && month !== undefined && day !== undefined) {
    const noon = new Date(year, month - 1, day, 12);
    const end = new Date(year, month - 1, day + 1);
    const isRealDate = noon.getMonth() === month - 1 && noon.getDate() === day;
    if (isRealDate && end.getTime() > 0 && end.getTime() <= LATEST_END_MS) return end;
  }
  throw new UsageError(`--${option}: ${JSON.stringify(text)} is not a date like 2027-01-31`);
}

/** @throws UsageError for text that is empty, too long or cannot be stored */
export function parseText(option: string, text: string, maxLength: number): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new UsageError(`--${option}: it is empty`);
  if ([...trimmed].length > maxLength) throw new UsageError(`--${option}: ${maxLength} characters at most`);
  if (!SHAPES.text.isValid(trimmed)) throw new UsageError(`--${option}: ${SHAPES.text.messages.en_US}`);
  return trimmed;
}

/** An instant as lists show it: in this machine's time zone. */
export function formatTime(instant: Date): string {
  // Sweden writes dates the ISO way.
  return instant.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}
