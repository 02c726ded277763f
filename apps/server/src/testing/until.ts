/** Longest that a test waits for a fact. */
const PATIENCE_MS = 10_000;

/**
 * Resolves when `fact` holds; it is asked again each time that `changed` is called, so nobody sleeps. Rejects after
 * ten seconds with what was waited for.
 */
export class Facts {
  #waiting = new Set<() => void>();

  changed(): void {
    for (const ask of [...this.#waiting]) ask();
  }

  until(what: string, fact: () => boolean): Promise<void> {
    if (fact()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(ask);
        reject(new Error(`not within ${PATIENCE_MS / 1000} s: ${what}`));
      }, PATIENCE_MS);
      const ask = (): void => {
        if (!fact()) return;
        clearTimeout(timer);
        this.#waiting.delete(ask);
        resolve();
      };
      this.#waiting.add(ask);
    });
  }
}
