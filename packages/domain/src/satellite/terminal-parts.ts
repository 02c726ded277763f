import { levelBits, REGIONAL_BITS, URGENT_BITS } from './beidou-capacity.ts';
import { splitText as splitBeidouText } from './beidou-parts.ts';
import { findUnencodable } from './gbk.ts';
import { splitInreachText } from './inreach-text.ts';
import type { SatelliteNetwork } from './networks.ts';
import { PLAIN_TEXT, SBD_LIMITS, splitSbdText } from './sbd-text.ts';

/** What limits the messages to a terminal. */
export interface TerminalCapacity {
  readonly network: SatelliteNetwork;
  /** Of a BeiDou card; null: not known. */
  readonly level: number | null;
  /** Longest message; null: by the level, or by the network. */
  readonly bits: number | null;
}

/** The level of usual civil cards. */
const USUAL_LEVEL = 3;
/** The level of BeiDou-3 cards with the longest messages, of which no table is public. */
const REGIONAL_LEVEL = 5;

export type TerminalParts =
  | { readonly parts: readonly string[] }
  | { readonly error: 'unencodable'; readonly characters: readonly string[] }
  | { readonly error: 'too-long' };

/** Bits of the longest message to a BeiDou card. */
export function beidouBits({ level, bits }: TerminalCapacity, urgent: boolean): number {
  if (urgent) return URGENT_BITS;
  if (bits !== null) return bits;
  if (level === REGIONAL_LEVEL) return REGIONAL_BITS;
  return levelBits(level ?? USUAL_LEVEL, false) ?? 0;
}

/** Bytes of the longest message to an Iridium modem. */
export function sbdBytes({ bits }: TerminalCapacity): number {
  return bits === null ? SBD_LIMITS.toDevice.modem960x : Math.floor(bits / 8);
}

/** Splits a text that is not empty into transmissions to a terminal, at most `maxParts`. */
export function splitForTerminal(
  text: string,
  capacity: TerminalCapacity,
  { urgent, maxParts }: { readonly urgent: boolean; readonly maxParts: number },
): TerminalParts {
  const parts = splitByNetwork(text, capacity, urgent);
  if (parts === 'unencodable') return { error: 'unencodable', characters: findUnencodable(text) };
  return parts === 'too-long' || parts.length > maxParts ? { error: 'too-long' } : { parts };
}

function splitByNetwork(
  text: string,
  capacity: TerminalCapacity,
  urgent: boolean,
): readonly string[] | 'unencodable' | 'too-long' {
  const { network } = capacity;
  if (network === 'inreach') return splitInreachText(text);
  if (network === 'iridium') return splitSbdText(text, sbdBytes(capacity), PLAIN_TEXT);
  const parts = splitBeidouText(text, beidouBits(capacity, urgent));
  if (parts === 'unencodable') return parts;
  return typeof parts === 'string' ? 'too-long' : parts;
}
