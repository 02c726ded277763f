import type { Client } from '@wakeline/client/client';

/** A client that records all calls. */
export function createRecordingClient(result: object) {
  const sent: [operation: string, payload: unknown][] = [];
  const client = {
    call: async (operation: string, payload: unknown) => {
      sent.push([operation, payload]);
      return result;
    },
  } as unknown as Client;
  return { client, sent };
}
