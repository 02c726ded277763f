import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a simulated service. */
export interface PeerRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string;
  readonly body: string;
}

export interface PeerResponse {
  readonly status: number;
  readonly body: unknown;
}

export interface HttpPeer {
  readonly port: number;
  close(): Promise<void>;
}

const MAX_BODY = 1_000_000;

/** Serves a simulated HTTP service, by default on a free port. Responses are JSON. */
export async function serveHttp(
  host: string,
  handle: (request: PeerRequest) => PeerResponse,
  port = 0,
): Promise<HttpPeer> {
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const { status, body: result } =
      body === null
        ? { status: 413, body: { error: 'too large' } }
        : handle({
            method: request.method ?? '',
            url: new URL(request.url ?? '/', 'http://peer'),
            authorization: request.headers.authorization ?? '',
            body,
          });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= MAX_BODY) chunks.push(chunk);
  }
  return length > MAX_BODY ? null : Buffer.concat(chunks).toString('utf8');
}
