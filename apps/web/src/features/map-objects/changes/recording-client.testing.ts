import type { Client } from '@wakeline/client/client';

/** Takes down what is sent. */
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
