import type { Client } from '@wakeline/client/client';

/** Takes down what is sent. */
export function listening(answer: object) {
  const sent: [operation: string, payload: unknown][] = [];
  const client = {
    call: async (operation: string, payload: unknown) => {
      sent.push([operation, payload]);
      return answer;
    },
  } as unknown as Client;
  return { client, sent };
}
