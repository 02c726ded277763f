import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE = 15_000;
const ASK_EVERY = 15;

/** Resolves with what `fact` answers once that is neither false nor null nor undefined; asks again and again. Rejects after 15 s. */
export async function eventually<Fact>(
  what: string,
  fact: () => Fact | Promise<Fact>,
): Promise<Exclude<Fact, false | null | undefined>> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const answer = await fact();
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as Exclude<Fact, false | null | undefined>;
    }
    if (performance.now() > end) throw new Error(`not within ${PATIENCE / 1_000} s: ${what}`);
    await delay(ASK_EVERY);
  }
}
