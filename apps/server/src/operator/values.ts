import { ROLES, type Role } from '@wakeline/contract/roles';
import { SHAPES } from '@wakeline/contract/shapes';
import { closestName } from '../config/closest-name.ts';
import { LATEST_END_MS } from '../features/plugins/grant.ts';
import { isRole } from '../identity/session.ts';
import { UsageError } from './command-error.ts';

const PREFIX = 'eob_plugin_';

/**
 * Parses function names, with or without their common prefix, separated by commas; `all`: all functions. Returns each once, in
 * the contract's order.
 *
 * @throws UsageError for an unknown function
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
    `${name}: unknown function${suggestion === null ? '' : `; did you mean ${shortName(suggestion)}?`}`,
  );
}

/** A function's name on the command line, without the prefix. */
export function shortName(role: string): string {
  return role.startsWith(PREFIX) ? role.slice(PREFIX.length) : role;
}

/** Names of all functions for help texts, wrapped to the width of a terminal. */
export const ROLE_NAMES = ROLES.map(shortName)
  .join(', ')
  .replaceAll(/(.{60}.*?), /g, '$1,\n  ');

/** @throws UsageError if it is not an integer within the bounds */
export function parseInteger(option: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${option}: ${JSON.stringify(text)} is not an integer from ${min} to ${max}`);
}

/**
 * Parses a date (`2027-01-31`) and returns the end of that day in local time.
 *
 * @throws UsageError if it is not a date or too late
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

/** @throws UsageError if the text is empty, too long, or cannot be stored */
export function parseText(option: string, text: string, maxLength: number): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new UsageError(`--${option}: must not be empty`);
  if ([...trimmed].length > maxLength) throw new UsageError(`--${option}: at most ${maxLength} characters`);
  if (!SHAPES.text.isValid(trimmed)) throw new UsageError(`--${option}: ${SHAPES.text.messages.en_US}`);
  return trimmed;
}

/** Formats an instant for lists, in local time. */
export function formatTime(instant: Date): string {
  // The Swedish locale writes ISO dates.
  return instant.toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}
