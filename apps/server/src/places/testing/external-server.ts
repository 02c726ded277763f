import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ExternalRequest {
  readonly method: string;
  /** Includes the query. */
  readonly url: URL;
  readonly language: string | undefined;
  readonly body: string;
}

/** A fake geocoder or routing service whose responses the test defines. */
export interface ExternalServer {
  readonly url: string;
  readonly requests: ExternalRequest[];
  /** Returns a value to send as JSON, a `RawResponse`, or `NO_RESPONSE` to leave the request waiting. */
  respond: (request: ExternalRequest) => unknown;
  /** Requests left waiting by `NO_RESPONSE`. */
  readonly waiting: number;
  /** Closes the connections of these requests. */
  abortWaiting(): void;
  stop(): Promise<void>;
}

export const NO_RESPONSE = Symbol('never');

/** A raw text with a status. */
export class RawResponse {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

export async function startExternalServer(): Promise<ExternalServer> {
  const requests: ExternalRequest[] = [];
  const waiting = new Set<ServerResponse>();
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const request = {
      method: message.method ?? '',
      url: new URL(message.url ?? '', externalServer.url),
      language: message.headers['accept-language'],
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(request);
    const result = externalServer.respond(request);
    if (result === NO_RESPONSE) {
      waiting.add(response);
      response.on('close', () => waiting.delete(response));
    } else if (result instanceof RawResponse) {
      response.writeHead(result.status, { location: '/elsewhere' }).end(result.text);
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const externalServer: ExternalServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respond: () => NO_RESPONSE,
    get waiting() {
      return waiting.size;
    },
    abortWaiting() {
      for (const response of waiting) response.destroy();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return externalServer;
}
