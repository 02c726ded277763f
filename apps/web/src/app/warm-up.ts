import type { Client } from '@wakeline/client/client';

/**
 * The same client, which also has the code of what follows a sign-in fetched while the server judges it: whoever is let
 * in does not wait for one after the other.
 */
export function warmUp(client: Client, fetchAhead: () => Promise<unknown>): Client {
  let fetched = false;
  return {
    call(operation, payload, options) {
      if (operation === 'loginByCodeOrPd' && !fetched) {
        fetched = true;
        fetchAhead().catch(() => {
          // The screen that needs it asks for it again, and tells of it.
          fetched = false;
        });
      }
      return client.call(operation, payload, options);
    },
  };
}
