import { LIMITS } from '@wakeline/contract/limits';
import type { BdSendLimit, BdSendQuota } from '@wakeline/contract/satellite/send-limits';
import { measureForTerminal, type TerminalMeasure } from '@wakeline/domain/satellite/measure-for-terminal';

/** What a text to several terminals takes. */
export interface SendMeasure {
  /** Of the terminal to which the text takes the most transmissions, or which has the least room. */
  readonly measure: TerminalMeasure;
  readonly terminal: BdSendLimit;
  /** Transmissions to all terminals. */
  readonly costUnits: number;
  readonly isTooLong: boolean;
  /** Characters that one of the networks cannot express. */
  readonly missing: readonly string[];
  /** Latest of the earliest times at which a message to each can be sent; null: one cannot be reached. */
  readonly earliestTime: number | null;
  /** A message to one of them waits, because its gateway has no connection. */
  readonly isOffline: boolean;
  /** Terminals that no configured gateway reaches. */
  readonly unreachable: readonly BdSendLimit[];
}

/** Measures a text as it is typed, without the spaces around it, which are not sent. Null: there are no terminals. */
export function measureForAll(
  text: string,
  terminals: readonly BdSendLimit[],
  urgent: boolean,
): SendMeasure | null {
  const trimmed = text.trim();
  const measured = terminals.map((terminal) => ({
    terminal,
    measure: measureForTerminal(trimmed, terminal, urgent),
  }));
  const [worst] = measured.toSorted(
    (a, b) => b.measure.parts - a.measure.parts || roomOf(a.measure) - roomOf(b.measure),
  );
  if (worst === undefined) return null;
  const unreachable = terminals.filter(({ gateway }) => gateway === null);
  const times = terminals.map(({ earliestTime }) => earliestTime ?? 0);
  return {
    ...worst,
    costUnits: measured.reduce((sum, { measure }) => sum + measure.parts, 0),
    isTooLong: measured.some(({ measure }) => measure.parts > LIMITS.satelliteParts),
    missing: [...new Set(measured.flatMap(({ measure }) => measure.missing))],
    earliestTime: unreachable.length > 0 ? null : Math.max(...times),
    isOffline: terminals.some(({ connected }) => !connected),
    unreachable,
  };
}

/** Share of a transmission that is free. */
function roomOf({ left, limit }: TerminalMeasure): number {
  return limit === 0 ? 0 : left / limit;
}

/** Cost units that the quota of the month has left; null: it has no limit. */
export function unitsLeft({ monthlyQuota, costUnits }: BdSendQuota): number | null {
  return monthlyQuota === null ? null : Math.max(0, monthlyQuota - costUnits);
}

/** The text with each of these characters replaced. */
export function replaceCharacters(text: string, characters: readonly string[], replacement: string): string {
  return Array.from(text, (character) => (characters.includes(character) ? replacement : character)).join('');
}
