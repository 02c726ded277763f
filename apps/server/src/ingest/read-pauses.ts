import type { AccountRates } from './account-rates.ts';
import type { Peer } from './peer.ts';
import type { AccountRules } from './registry.ts';

/** Why reading from a device is paused. */
export type PauseReason = 'engine' | 'own-reports' | 'account' | 'lookup' | 'stop';

/** Pauses reading from a device while there is a reason for it. */
export class ReadPauses {
  readonly #peer: Peer;
  readonly #onResumed: () => void;
  readonly #reasons = new Set<PauseReason>();
  #stopWaiting = () => {};

  constructor(peer: Peer, onResumed: () => void) {
    this.#peer = peer;
    this.#onResumed = onResumed;
  }

  get isPaused(): boolean {
    return this.#reasons.size > 0;
  }

  has(reason: PauseReason): boolean {
    return this.#reasons.has(reason);
  }

  add(reason: PauseReason): void {
    if (this.#reasons.size === 0) this.#peer.pause();
    this.#reasons.add(reason);
  }

  remove(reason: PauseReason): void {
    if (!this.#reasons.delete(reason) || this.#reasons.size > 0) return;
    this.#onResumed();
    this.#peer.resume();
  }

  /** Pauses while an account has received more positions than its limit. */
  waitFor(account: AccountRules, rates: AccountRates): void {
    if (this.has('account') || !rates.isOver(account)) return;
    this.add('account');
    this.#stopWaiting = rates.wait(account, () => this.remove('account'));
  }

  /** The connection has ended: it waits for nothing any more. */
  end(): void {
    this.#stopWaiting();
  }
}
