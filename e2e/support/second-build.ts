import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of another, which can serve the console as a later build: one whose first script has another name. */
export interface SecondBuild {
  readonly url: string;
  /** Serves the later build from now on. Without chunks of the other screens if `withoutRest`. */
  deploy(): void;
  close(): Promise<void>;
}

const ENTRY = /\/assets\/index-[\w-]+\.js/;
const LATER_ENTRY = '/assets/later-build.js';

/** Starts it in front of a server. Both have the same host name, so its checks of origins pass. */
export async function startSecondBuild(target: string): Promise<SecondBuild> {
  let deployed = false;
  let entry = '';
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (deployed && path === LATER_ENTRY) {
      outgoing.setHeader('content-type', 'text/javascript');
      outgoing.end(`import '${entry}'; document.documentElement.dataset.build = 'later';`);
      return;
    }
    forward(target, incoming, outgoing, (text) => {
      entry = ENTRY.exec(text)?.[0] ?? entry;
      if (!deployed) return text;
      return path.startsWith('/service-worker.js')
        ? text
            .replace(/"id":"\w+"/, '"id":"later"')
            .replace(/"entry":"[^"]+"/, `"entry":"${LATER_ENTRY}"`)
            .replace('"shell":[', `"shell":["${LATER_ENTRY}",`)
        : text.replace(ENTRY, LATER_ENTRY);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    deploy() {
      deployed = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Passes a request on; the page and the service worker are changed by `change`. */
function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  change: (text: string) => string,
): void {
  const isChanged =
    incoming.url?.startsWith('/service-worker.js') === true ||
    incoming.headers.accept?.includes('text/html') === true ||
    incoming.url === '/';
  const headers = isChanged ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers;
  const outgoingRequest = request(
    `${target}${incoming.url}`,
    { method: incoming.method, headers },
    (response) => {
      if (!isChanged) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const {
          'content-length': _length,
          etag: _etag,
          'last-modified': _modified,
          ...headers
        } = response.headers;
        outgoing.writeHead(response.statusCode ?? 502, headers);
        outgoing.end(change(Buffer.concat(chunks).toString('utf8')));
      });
    },
  );
  outgoingRequest.on('error', () => outgoing.destroy());
  incoming.pipe(outgoingRequest);
}
