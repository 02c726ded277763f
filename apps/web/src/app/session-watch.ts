import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';

/** The same client, which also tells when any call finds that the session is gone (result code 201). */
export function watchSession(client: Client, onGone: () => void): Client {
  return {
    async call(operation, payload, options) {
      try {
        return await client.call(operation, payload, options);
      } catch (error) {
        if (error instanceof NamedError && error.errorName === 'session-gone') onGone();
        throw error;
      }
    },
  };
}
