import type { ClaimedPart } from '../queue/gateway.ts';

const MAX_NAME = 30;

/**
 * `name: text` of a message of a terminal, at most `limit` characters: a longer text ends with an ellipsis, and the record
 * has all of it. Control characters except line feeds become spaces.
 */
export function textForPeople(
  { terminalName, sender, text }: Pick<ClaimedPart, 'terminalName' | 'sender' | 'text'>,
  limit: number,
): string {
  return shorten(`${shorten(terminalName ?? sender, MAX_NAME)}: ${text}`, limit);
}

/** At most `limit` characters, none of them cut in half. */
export function shorten(text: string, limit: number): string {
  const clean = text.replaceAll(/(?!\n)\p{Cc}+/gu, ' ').trim();
  if (clean.length <= limit) return clean;
  return `${clean.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
