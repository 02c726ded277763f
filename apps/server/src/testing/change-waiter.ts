/** Longest that a test waits for a fact. */
const TIMEOUT_MS = 10_000;

/**
 * Resolves when `fact` holds; it is asked again each time that `changed` is called, so nobody sleeps. Rejects after
 * ten seconds with what was waited for.
 */
export class ChangeWaiter {
  #checks = new Set<() => void>();

  notify(): void {
    for (const check of [...this.#checks]) check();
  }

  waitUntil(subject: string, condition: () => boolean): Promise<void> {
    if (condition()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#checks.delete(check);
        reject(new Error(`not within ${TIMEOUT_MS / 1000} s: ${subject}`));
      }, TIMEOUT_MS);
      const check = (): void => {
        if (!condition()) return;
        clearTimeout(timer);
        this.#checks.delete(check);
        resolve();
      };
      this.#checks.add(check);
    });
  }
}
