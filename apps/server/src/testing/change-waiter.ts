/** Maximum wait for a condition. */
const TIMEOUT_MS = 30_000;

/**
 * Resolves when the condition holds; it is evaluated again on every change instead of by polling. Rejects after 30 seconds
 * with the description of the condition.
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
        reject(new Error(`timeout after ${TIMEOUT_MS / 1000} s: ${subject}`));
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
