import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';

/** Events of the session caused by a call of this window. */
export type SessionEvent = 'signed-in' | 'signed-out';

/** Wraps the client: reports calls that start or end the session, and any that finds it expired (result code 201). */
export function watchSession(
  client: Client,
  onEvent: (event: SessionEvent) => void,
  onExpired: () => void,
): Client {
  return {
    async call(operation, payload, options) {
      try {
        const result = await client.call(operation, payload, options);
        if (operation === 'loginByCodeOrPd') onEvent('signed-in');
        if (operation === 'logout') onEvent('signed-out');
        return result;
      } catch (error) {
        if (error instanceof NamedError && error.errorName === 'session-gone') onExpired();
        throw error;
      }
    },

    async stream(operation, payload, options) {
      try {
        return await client.stream(operation, payload, options);
      } catch (error) {
        if (error instanceof NamedError && error.errorName === 'session-gone') onExpired();
        throw error;
      }
    },
  };
}
