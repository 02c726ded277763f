import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../ingest/testing/eventually.ts';

interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly bytes: Buffer;
}

/** A real HTTP server that receives webhooks. */
export class WebhookServer {
  readonly #server: Server;
  readonly #received: ReceivedWebhook[] = [];
  /** Called for each request, with the number of all; true: it is not answered. */
  interrupt: (count: number) => boolean = () => false;
  /** Response by path; 200 by default. */
  readonly responses = new Map<string, { readonly status: number; readonly text?: string } | 'never'>();

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = request.url ?? '';
        const bytes = Buffer.concat(chunks);
        this.#received.push({ path, headers: request.headers, body: bytes.toString(), bytes });
        if (this.interrupt(this.#received.length)) return;
        const reply = this.responses.get(path) ?? { status: 200 };
        if (reply !== 'never')
          response.writeHead(reply.status, { location: `${this.url}/elsewhere` }).end(reply.text);
      });
    });
  }

  static async start(): Promise<WebhookServer> {
    const webhooks = new WebhookServer();
    await once(webhooks.#server.listen(0, '127.0.0.1'), 'listening');
    return webhooks;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** All requests, oldest first. */
  get received(): readonly ReceivedWebhook[] {
    return this.#received;
  }

  /** Requests to a path, oldest first. */
  at(path: string): readonly ReceivedWebhook[] {
    return this.#received.filter((received) => received.path === path);
  }

  /** Waits for this number of requests to a path and returns the last one. */
  async next(path: string, count: number): Promise<ReceivedWebhook> {
    return eventually(`${count} requests to ${path}`, () => this.at(path)[count - 1]);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
