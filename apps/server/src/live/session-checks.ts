import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Caller } from '../identity/caller.ts';
import { findCaller } from '../identity/find-caller.ts';
import { scopeKey } from '../identity/scope.ts';
import type { Channels, Member } from './channels.ts';
import type { Console } from './console.ts';

/**
 * Why a session is looked up. `routine`: the check interval has passed. `scope`: the user's groups may have changed;
 * if the rights cannot be read, the console must not keep its old ones. `changed`: the same, and a property of the
 * user changed, so the console is notified in any case.
 */
export type CheckReason = 'routine' | 'scope' | 'changed';

export interface SessionChecksOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly channels: Channels;
  readonly onError: (error: unknown) => void;
}

/** Checks the sessions of open consoles again: a valid one is extended and gets the current rights. */
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

/** The properties of a caller that matter when rights may have changed. */
function rightsOf(caller: Caller): string {
  const { permission, roles, language, units, timeZone } = caller;
  return JSON.stringify([permission, roles, language, units, timeZone, scopeKey(caller)]);
}
