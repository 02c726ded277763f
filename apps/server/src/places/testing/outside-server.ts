import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OutsideRequest {
  readonly method: string;
  /** With what is asked behind it. */
  readonly url: URL;
  readonly language: string | undefined;
  readonly body: string;
}

/** A geocoder or routing service of the outside world. What it answers is the test's to say. */
export interface OutsideServer {
  readonly url: string;
  readonly requests: OutsideRequest[];
  /** An answer in JSON, a text as it is with a status, or none: whoever asks waits. */
  answer: (request: OutsideRequest) => unknown;
  /** Requests that wait, because the answer is `NEVER`. */
  readonly waiting: number;
  stop(): Promise<void>;
}

export const NEVER = Symbol('never');

/** Text that may be no JSON. */
export class Plain {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

export async function startOutsideServer(): Promise<OutsideServer> {
  const requests: OutsideRequest[] = [];
  const waiting = new Set<ServerResponse>();
  const server = createServer(async (message, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of message) pieces.push(piece);
    const request = {
      method: message.method ?? '',
      url: new URL(message.url ?? '', outside.url),
      language: message.headers['accept-language'],
      body: Buffer.concat(pieces).toString(),
    };
    requests.push(request);
    const answer = outside.answer(request);
    if (answer === NEVER) {
      waiting.add(response);
      response.on('close', () => waiting.delete(response));
    } else if (answer instanceof Plain) {
      response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.text);
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const outside: OutsideServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: () => NEVER,
    get waiting() {
      return waiting.size;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return outside;
}
