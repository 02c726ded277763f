import { isIP } from 'node:net';
import { parseHosts } from '../db/database-hosts.ts';

/** Parses a variable's text; throws `InvalidValueError` if it is invalid. */
export type Parse<Value> = (text: string) => Value;

/** Why a text was refused; the message continues `VARIABLE: "text" …`. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
}

export function integer(kind: string, from: number, to: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= from && value <= to) return value;
    throw new InvalidValueError(`is not ${kind} (${from} to ${to})`);
  };
}

export const port = integer('a port', 0, 65_535);

export function yesOrNo(text: string): boolean {
  if (text === 'yes') return true;
  if (text === 'no') return false;
  throw new InvalidValueError('is not yes or no');
}

export function oneOf<Choice extends string>(choices: readonly Choice[]): Parse<Choice> {
  return (text) => {
    const found = choices.find((choice) => choice === text);
    if (found !== undefined) return found;
    throw new InvalidValueError(`is not one of ${choices.join(', ')}`);
  };
}

/** Parses an IP address or a host name (RFC 1123, 2.1). */
export function host(text: string): string {
  const isName =
    text.length <= 253 && /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text);
  // Digits and dots that are not an address would be resolved as a name and fail much later.
  const isBrokenAddress = isIP(text) === 0 && /^[\d.]+$/.test(text);
  if (isIP(text) !== 0 || (isName && !isBrokenAddress)) return text;
  throw new InvalidValueError('is neither an IP address nor a host name');
}

/** Parses host names and addresses separated by commas. */
export function hosts(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.length > 100) throw new InvalidValueError('has more than 100 names');
  return names.map(host);
}

/** `/service`: one or more path segments, no slash at the end. */
export function prefix(text: string): string {
  if (/^(\/[\w.~-]+)+$/.test(text)) return text;
  throw new InvalidValueError('is not a path such as /service (with a leading slash and no trailing slash)');
}

export function databaseUrl(text: string): string {
  try {
    parseHosts(text);
    return text;
  } catch (error) {
    // The error of the URL contains it, and with it the password.
    const reason = error instanceof TypeError && error.message.startsWith('target_session_attrs');
    throw new InvalidValueError(
      reason ? error.message : 'is not a URL such as postgres://user:password@host:5432/database',
    );
  }
}

/** A replica: one server, which need not accept writes. */
export function replicaUrl(text: string): string {
  if (parseHosts(databaseUrl(text)).mustBePrimary)
    throw new InvalidValueError('is not the URL of one replica');
  return text;
}

/** `NAME=value, OTHER=value`; values cannot contain commas. */
export function namedValues(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [at, pair] of text.split(',').entries()) {
    const [, name, value] = /^\s*([A-Za-z_]\w*)=(.*?)\s*$/.exec(pair) ?? [];
    if (name === undefined || !value) throw new InvalidValueError(`has no NAME=value in entry ${at + 1}`);
    values.set(name, value);
  }
  return values;
}

/** A trimmed text that is not empty. */
export function nonEmptyText(maxLength: number): Parse<string> {
  return (text) => {
    const trimmed = text.trim();
    if (trimmed !== '' && trimmed.length <= maxLength) return trimmed;
    throw new InvalidValueError(trimmed === '' ? 'is blank' : `is longer than ${maxLength} characters`);
  };
}

/** `no`, `yes` for one proxy, a number of hops, or addresses and networks (RFC 4632, `10.0.0.0/8`) separated by commas. */
export function trustedProxies(text: string): false | number | readonly string[] {
  if (text === 'no') return false;
  if (text === 'yes') return 1;
  if (/^[1-9]$/.test(text)) return Number(text);
  const list = text.split(',').map((network) => network.trim());
  if (list.length <= 100 && list.every(isNetwork)) return list;
  throw new InvalidValueError(
    'is not yes, no, a number of proxies (1 to 9), or a list of addresses and networks separated by commas',
  );
}

/** Addresses and networks separated by commas. */
export function networks(text: string): readonly string[] {
  const list = text.split(',').map((network) => network.trim());
  if (list.length <= 100 && list.every(isNetwork)) return list;
  throw new InvalidValueError(
    'is not a list of addresses and networks such as 10.0.0.0/8, separated by commas',
  );
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  // A prefix length of 0 would trust every address.
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
