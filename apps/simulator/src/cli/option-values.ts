import { InputError } from '../input/input-error.ts';
import type { Target } from '../link/wire.ts';

export function createInvalidError(option: string, text: string, expected: string): InputError {
  return new InputError('option-invalid', `--${option} is "${text}", expected ${expected}`);
}

export function parseNumber(
  option: string,
  text: string,
  { min, max, integer }: { min: number; max: number; integer?: boolean },
) {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= min && value <= max && (!integer || Number.isInteger(value))) return value;
  throw createInvalidError(option, text, `${integer ? 'an integer' : 'a number'} from ${min} to ${max}`);
}

/** `HOST`, `HOST:PORT` or `[ADDRESS]:PORT`. */
export function parseTarget(text: string | undefined, port: number): Target {
  if (text === undefined) return { host: '127.0.0.1', port };
  const parts = /^(?:\[(?<six>[^\]]+)\]|(?<four>[^:]+))(?::(?<port>\d{1,5}))?$/.exec(text)?.groups;
  const host = parts?.six ?? parts?.four;
  if (host === undefined) throw createInvalidError('to', text, 'HOST:PORT');
  return {
    host,
    port: parts?.port === undefined ? port : parseNumber('to', parts.port, { min: 1, max: 65_535 }),
  };
}
