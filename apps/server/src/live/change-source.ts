import type { StateChange } from './feed.ts';

/** Receives the changes of one account. */
export interface ChangeReceiver {
  publishStates(changes: readonly StateChange[]): void;
  /** The log has reached this number. */
  advanceLog(seq: number): void;
  /** Reads from the database what may have been missed. Rejects when it cannot be read. */
  catchUp(): Promise<void>;
}

/** How the changes of commits reach this process. */
export interface ChangeSource {
  /** Whether they arrive now; otherwise the hub reads the database every second. */
  isComplete(): boolean;
  /** Passes the changes of an account to `receiver` until the returned function is called. */
  follow(accountId: number, receiver: ChangeReceiver): () => void;
}

/** The engine of this process, if it has one, publishes the commits of all accounts to the hub. */
export function changesOfOwnEngine(isEngine: () => boolean): ChangeSource {
  return { isComplete: isEngine, follow: () => () => undefined };
}
