import { isPlain } from '../check-values.ts';
import type { Parameter, ParameterValue } from '../parameter.ts';
import type { Placeholder } from './parse-text.ts';

/** Writes a checked value; null: the format cannot express it. */
type ValueWriter = (value: ParameterValue) => string | null;

const PADDING = /^0([1-9]|1\d)$/;
const HEXADECIMAL = /^([xX])([1-9]|1\d)?$/;
const DECIMALS = /^\.([0-8])$/;
const JOIN = /^join(.)$/;
/** Decimals without a format: a millionth of a degree is 11 cm. */
const MAX_DECIMALS = 6;
const SWITCH_KEYS = ['on', 'off'] as const;
const CLOCK_FORMATS: Readonly<Record<string, (hours: string, minutes: string) => string>> = {
  '': (hours, minutes) => hours + minutes,
  HHMM: (hours, minutes) => hours + minutes,
  'HH:MM': (hours, minutes) => `${hours}:${minutes}`,
  HH: (hours) => hours,
  MM: (_, minutes) => minutes,
};

/** The writer of a placeholder for this parameter; null: the parameter has no such factor or format. */
export function valueWriter(parameter: Parameter, { factor, format }: Placeholder): ValueWriter | null {
  if (parameter.kind === 'integer' || parameter.kind === 'decimal') {
    const write = numberWriter(parameter.kind, format);
    const { multiply, divide } = factor ?? { multiply: 1, divide: 1 };
    return write === null ? null : (value) => write((Number(value) * multiply) / divide);
  }
  if (factor !== null) return null;
  switch (parameter.kind) {
    case 'switch':
      return switchWriter(format);
    case 'choice':
      return choiceWriter(
        parameter.options.map(({ value }) => value),
        format,
      );
    case 'clock': {
      const write = Object.hasOwn(CLOCK_FORMATS, format) ? CLOCK_FORMATS[format] : undefined;
      if (write === undefined) return null;
      return (value) => write(String(value).slice(0, 2), String(value).slice(2));
    }
    case 'phones':
      return phonesWriter(format);
    default:
      return format === '' ? (value) => (isPlain(String(value)) ? String(value) : null) : null;
  }
}

function numberWriter(
  kind: 'integer' | 'decimal',
  format: string,
): ((value: number) => string | null) | null {
  if (kind === 'decimal') {
    const decimals = DECIMALS.exec(format)?.[1];
    if (decimals !== undefined) return (value) => withoutMinusZero(value.toFixed(Number(decimals)));
    return format === '' ? writeDecimal : null;
  }
  if (format === '') return integer(String);
  const padding = PADDING.exec(format)?.[1];
  if (padding !== undefined) return integer((value) => pad(value, 10, Number(padding)));
  const [, letter, digits = '1'] = HEXADECIMAL.exec(format) ?? [];
  if (letter === undefined) return null;
  return integer((value) => {
    const written = value < 0 ? null : pad(value, 16, Number(digits));
    return letter === 'X' ? (written?.toUpperCase() ?? null) : written;
  });
}

function integer(write: (value: number) => string | null): (value: number) => string | null {
  return (value) => (Number.isSafeInteger(value) ? write(value) : null);
}

/** With leading zeros after the sign; null: it has more digits. */
function pad(value: number, base: number, digits: number): string | null {
  const written = Math.abs(value).toString(base);
  if (written.length > digits && digits > 1) return null;
  return `${value < 0 ? '-' : ''}${written.padStart(digits, '0')}`;
}

function writeDecimal(value: number): string {
  return withoutMinusZero(value.toFixed(MAX_DECIMALS).replace(/\.?0+$/, ''));
}

function withoutMinusZero(text: string): string {
  return Number(text) === 0 ? text.replace('-', '') : text;
}

function switchWriter(format: string): ValueWriter | null {
  if (format === '') return (value) => (value === true ? '1' : '0');
  const texts = readTexts(format, SWITCH_KEYS);
  return texts === null ? null : (value) => texts.get(value === true ? 'on' : 'off') ?? null;
}

function choiceWriter(options: readonly string[], format: string): ValueWriter | null {
  if (format === '') return (value) => String(value);
  const texts = readTexts(format, options);
  return texts === null ? null : (value) => texts.get(String(value)) ?? null;
}

/** The texts of `key=text|key=text`; null if a key is missing, unknown or repeated. */
function readTexts(format: string, keys: readonly string[]): ReadonlyMap<string, string> | null {
  const texts = new Map<string, string>();
  for (const item of format.split('|')) {
    const at = item.indexOf('=');
    const key = item.slice(0, at);
    if (at === -1 || !keys.includes(key) || texts.has(key)) return null;
    texts.set(key, item.slice(at + 1));
  }
  return texts.size === keys.length ? texts : null;
}

function phonesWriter(format: string): ValueWriter | null {
  const separator = format === '' ? ',' : JOIN.exec(format)?.[1];
  if (separator === undefined) return null;
  return (value) =>
    Array.isArray(value) && value.every((item: string) => isPlain(item)) ? value.join(separator) : null;
}
