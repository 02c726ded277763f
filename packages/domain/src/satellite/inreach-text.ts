import { splitText } from './split-text.ts';

/** The basic characters of GSM 03.38 (3GPP TS 23.038, section 6.2.1). */
const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters of its extension table: an escape goes before each. */
const GSM_EXTENDED = '^{}\\[~]|€';

const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ...[...GSM_BASIC].map((character) => [character, 1] as const),
  ...[...GSM_EXTENDED].map((character) => [character, 2] as const),
]);

/** Characters of one message of a Garmin inReach; other characters than those of GSM halve it (support.garmin.com). */
const MAX_GSM = 160;
const MAX_OTHER = 80;

/** What a text costs in inReach messages. */
export interface InreachCount {
  /** As the device counts them: an extended GSM character counts twice. */
  readonly characters: number;
  /** Of one message: 160, or 80 if a character is not in GSM. */
  readonly limit: number;
  /** Characters that remain in the last message. */
  readonly left: number;
  readonly messages: number;
}

/** Counts a text as it is typed; an empty one counts as one message. */
export function countInreachText(text: string): InreachCount {
  const { measure, limit } = coding(text);
  const chunks = splitText(text, limit, measure);
  return {
    characters: measure(text),
    limit,
    left: limit - measure(chunks.at(-1) ?? ''),
    messages: Math.max(1, chunks.length),
  };
}

/** Splits a text into messages without cutting a character. */
export function splitInreachText(text: string): readonly string[] {
  const { measure, limit } = coding(text);
  return splitText(text, limit, measure);
}

function coding(text: string) {
  const isGsm = [...text].every((character) => WEIGHTS.has(character));
  return isGsm
    ? { limit: MAX_GSM, measure: gsmLength }
    : { limit: MAX_OTHER, measure: (part: string) => part.length };
}

function gsmLength(text: string): number {
  let length = 0;
  for (const character of text) length += WEIGHTS.get(character) ?? 1;
  return length;
}
