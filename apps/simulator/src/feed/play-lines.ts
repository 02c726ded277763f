import { setTimeout as delay } from 'node:timers/promises';
import type { FeedLink } from './feed-link.ts';

/** Milliseconds between two writes. */
const STEP = 100;

export interface PlayedLines {
  readonly lines: readonly string[];
  readonly perSecond: number;
  readonly loops: number;
}

/** Sends recorded lines at a constant rate. Returns the number of lines sent. */
export async function playLines(
  { lines, perSecond, loops }: PlayedLines,
  link: FeedLink,
  signal: AbortSignal,
): Promise<number> {
  const total = lines.length * loops;
  const startedAt = performance.now();
  let sent = 0;
  while (sent < total && !signal.aborted) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond) + 1);
    const batch: string[] = [];
    for (; sent < due; sent++) batch.push(lines[sent % lines.length] ?? '');
    await link.send(batch);
    if (sent < total) await delay(STEP, undefined, { signal }).catch(() => undefined);
  }
  return sent;
}

/** The lines of a recording. TAG blocks are removed: their times are of the recording. */
export function readFeedLines(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^\\[^\\]*\\/, ''))
    .filter((line) => line.startsWith('!') || line.startsWith('MSG,'));
}
