import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Caller } from '../identity/caller.ts';
import { findCaller } from '../identity/find-caller.ts';
import { scopeKey } from '../identity/scope.ts';
import type { Channels, Member } from './channels.ts';
import type { Console } from './console.ts';

/**
 * Why a session is looked up. `routine`: some time has passed. `sight`: what the user's groups hold may have changed; if their
 * rights cannot be read, the console is not left with those that it had. `changed`: the same, and something of the user has changed,
 * so the console is to be told in any case.
 */
export type CheckReason = 'routine' | 'sight' | 'changed';

export interface SessionChecksOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly channels: Channels;
  readonly onError: (error: unknown) => void;
}

/** Looks sessions of open consoles up again: a good one moves on, with the rights of this moment. */
export class SessionChecks {
  readonly #options: SessionChecksOptions;

  constructor(options: SessionChecksOptions) {
    this.#options = options;
  }

  check({ channel, console }: Member, reason: CheckReason): void {
    const { db, clock, onError } = this.#options;
    console.checkedAt = clock.now();
    console.checking = console.checking.then(async () => {
      try {
        const caller = await findCaller(db, console.caller, clock.now());
        if (!console.open) return;
        if (caller === null) console.refuse('session-gone');
        else if (reason === 'changed' || rightsOf(caller) !== rightsOf(console.caller))
          channel.applyRights(console, caller);
      } catch (error) {
        onError(error);
        if (reason !== 'routine') console.refuse('connect-again');
      }
    });
  }

  checkMatching(matches: (console: Console) => boolean, reason: CheckReason): void {
    for (const member of [...this.#options.channels.members()]) {
      if (matches(member.console)) this.check(member, reason);
    }
  }
}

/** What of a caller is told apart when rights may have changed. */
function rightsOf(caller: Caller): string {
  const { permission, roles, language, speedUnits, timeZone } = caller;
  return JSON.stringify([permission, roles, language, speedUnits, timeZone, scopeKey(caller)]);
}
