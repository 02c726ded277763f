import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServiceRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** A service over real HTTP that keeps its requests. */
export interface JsonService {
  readonly url: string;
  readonly requests: readonly ServiceRequest[];
  stop(): void;
}

/** @param respond returns the JSON of a response, or its status */
export async function startJsonService(
  respond: (request: ServiceRequest) => object | number,
): Promise<JsonService> {
  const requests: ServiceRequest[] = [];
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const { pathname, searchParams } = new URL(message.url ?? '/', 'http://service');
    const request = { path: pathname, query: searchParams, body: Buffer.concat(chunks).toString() };
    requests.push(request);
    const result = respond(request);
    if (typeof result === 'number') response.writeHead(result).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
