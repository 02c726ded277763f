import type { Coordinates } from '../geo/great-circle.ts';

/** Normalizes the symbols of all scripts and keyboards. Order matters: two minute signs become one second sign. */
const SYMBOL_REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/[０-９．＋，；：]/g, 'narrow'],
  // First, because Chinese writes "latitude" and "degree" with the same character.
  [/(?:latitude|lat|纬度|緯度)\s*[:=]?/gi, ' LAT '],
  [/(?:longitude|long|lng|lon|经度|經度)\s*[:=]?/gi, ' LNG '],
  [/[−–—－]/g, '-'],
  [/[‘’‚′ʹ´`ʼ＇分]/g, "'"],
  [/''|[“”„″ʺ˝＂秒]/g, '"'],
  [/[º˚度]/g, '°'],
  [/(\d)\s*deg(?:rees?)?\b/gi, '$1°'],
  [/(\d)\s*d\s*(\d+)\s*m\s*(\d+(?:\.\d+)?)\s*s/gi, '$1°$2\'$3"'],
  [/北[纬緯]?|\bnorth\b/gi, 'N'],
  [/南[纬緯]?|\bsouth\b/gi, 'S'],
  [/[东東][经經]?|\beast\b/gi, 'E'],
  [/西[经經]?|\bwest\b/gi, 'W'],
  // 24:46:48
  [/(\d):(?=\d)/g, '$1 '],
  [/[、/|]/g, ','],
];

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|(LAT|LNG|[NSEW](?![a-z])|[-+°'",;]))/giy;

/** More than any sensible input has: two angles of three numbers, each with its symbol, plus sign, letters and a comma. */
const MAX_TOKENS = 24;

type Axis = 'latitude' | 'longitude';

interface Angle {
  readonly degrees: number;
  /** Null: the text does not say which axis it is. */
  readonly axis: Axis | null;
  /** The count of numbers in the text of the angle. */
  readonly parts: number;
}

/** Parses latitude and longitude written as angles in degrees. */
export function parseAngles(text: string): Coordinates | null {
  const normalized = normalizeSymbols(text.replace(/^[([{]\s*(.*?)\s*[)\]}]$/s, '$1'));
  return parseTokens(normalized) ?? parseDecimalCommas(normalized);
}

function normalizeSymbols(text: string): string {
  return SYMBOL_REPLACEMENTS.reduce(
    (normalized, [pattern, replacement]) =>
      replacement === 'narrow'
        ? normalized.replaceAll(pattern, toHalfWidth)
        : normalized.replaceAll(pattern, replacement),
    text,
  );
}

/** Full-width forms lie at a fixed distance from ASCII (Unicode, block FF00). */
function toHalfWidth(fullWidth: string): string {
  return String.fromCodePoint((fullWidth.codePointAt(0) ?? 0) - 0xfee0);
}

/** `24,78 110,49`: only if there is no point, and every comma between digits must be a decimal comma. */
function parseDecimalCommas(text: string): Coordinates | null {
  const commas = text.match(/\d,(?=\d)/g)?.length ?? 0;
  const hasLetters = /[NS]/i.test(text) && /[EW]/i.test(text);
  if (text.includes('.') || !(commas === 2 || (hasLetters && commas === 1))) return null;
  return parseTokens(text.replaceAll(/(\d),(?=\d)/g, '$1.'));
}

function parseTokens(text: string): Coordinates | null {
  const tokens = tokenize(text);
  if (tokens === null) return null;
  const separators = tokens.flatMap((token, at) => (token === ',' || token === ';' ? [at] : []));
  if (separators.length > 1) return null;
  const [separator] = separators;
  if (separator !== undefined) {
    return parsePair(tokens.slice(0, separator), tokens.slice(separator + 1));
  }
  const readings = tokens.flatMap((_, at) => {
    const found = at === 0 ? null : parsePair(tokens.slice(0, at), tokens.slice(at));
    return found === null ? [] : [found];
  });
  return readings.length === 1 ? (readings[0] ?? null) : null;
}

function tokenize(text: string): readonly string[] | null {
  const tokens: string[] = [];
  const token = new RegExp(TOKEN);
  const trimmed = text.trimEnd();
  while (token.lastIndex < trimmed.length) {
    const match = token.exec(trimmed);
    if (match === null || tokens.length === MAX_TOKENS) return null;
    tokens.push(match[1] ?? (match[2] ?? '').toUpperCase());
  }
  return tokens;
}

function parsePair(first: readonly string[], second: readonly string[]): Coordinates | null {
  const [a, b] = [parseAngle(first), parseAngle(second)];
  if (a === null || b === null) return null;
  // Without letters both angles must have the same format: `24 46 110` could be split in two ways.
  if (a.axis === null && b.axis === null && a.parts !== b.parts) return null;
  const axisOfA = a.axis ?? (b.axis === 'latitude' ? 'longitude' : 'latitude');
  if (b.axis === axisOfA) return null;
  const [latitude, longitude] = axisOfA === 'latitude' ? [a.degrees, b.degrees] : [b.degrees, a.degrees];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** `[label] [letter] [sign] D[°] [M['] [S["]]] [letter]` */
function parseAngle(tokens: readonly string[]): Angle | null {
  const rest = [...tokens];
  const label = rest[0] === 'LAT' || rest[0] === 'LNG' ? rest.shift() : undefined;
  const before = isLetter(rest[0]) ? rest.shift() : undefined;
  const sign = rest[0] === '-' || rest[0] === '+' ? rest.shift() : undefined;
  const after = isLetter(rest.at(-1)) ? rest.pop() : undefined;
  if (before !== undefined && after !== undefined) return null;
  const letter = before ?? after;
  // `-24 S` is ambiguous: the sign may repeat the letter or reverse it.
  if (letter !== undefined && sign === '-') return null;
  const parts: number[] = [];
  for (const symbol of ['°', "'", '"']) {
    const number = rest[0];
    if (number === undefined) break;
    if (!/^\d/.test(number)) return null;
    // Only the last number has a fraction.
    if (parts.some((part) => !Number.isInteger(part))) return null;
    parts.push(Number(number));
    rest.shift();
    if (rest[0] === symbol) rest.shift();
  }
  const [degrees, minutes = 0, seconds = 0] = parts;
  if (degrees === undefined || rest.length > 0 || minutes >= 60 || seconds >= 60) return null;
  const axis = axisOf(label, letter);
  if (axis === 'both') return null;
  const size = degrees + minutes / 60 + seconds / 3_600;
  const negative = sign === '-' || letter === 'S' || letter === 'W';
  return { degrees: negative && size !== 0 ? -size : size, axis, parts: parts.length };
}

function isLetter(token: string | undefined): boolean {
  return token !== undefined && /^[NSEW]$/.test(token);
}

function axisOf(label: string | undefined, letter: string | undefined): Axis | 'both' | null {
  const labelled = label === undefined ? null : label === 'LAT' ? 'latitude' : 'longitude';
  const lettered = letter === undefined ? null : /[NS]/.test(letter) ? 'latitude' : 'longitude';
  if (labelled !== null && lettered !== null && labelled !== lettered) return 'both';
  return labelled ?? lettered;
}
