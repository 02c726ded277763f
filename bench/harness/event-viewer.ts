import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** What viewers of one process have measured. */
export class ViewerFigures {
  /** Milliseconds from request to complete response. */
  readonly latencies: number[] = [];
  /** By status. */
  readonly responses = new Map<number, number>();
  /** Bytes of responses with their headers. */
  bytes = 0;
  /** Requests that were not sent in time, because the response before had not arrived. */
  late = 0;

  count(status: number, ms: number): void {
    this.latencies.push(ms);
    this.responses.set(status, (this.responses.get(status) ?? 0) + 1);
  }
}

/** Versions of snapshots by their tags, so that each content is decompressed once in a process. */
export type Versions = Map<string, number>;

export interface ViewerOptions {
  readonly host: string;
  readonly port: number;
  /** `/service/live/event/{code}/snapshot` */
  readonly path: string;
  readonly key: string;
  readonly localAddress: string;
}

/** Headers of a browser besides those of the entity tag. */
const BROWSER_HEADERS = [
  'connection: keep-alive',
  'user-agent: Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'accept: */*',
  'sec-fetch-site: same-origin',
  'sec-fetch-mode: cors',
  'sec-fetch-dest: empty',
  'accept-encoding: gzip, deflate, br, zstd',
  'accept-language: en-GB,en;q=0.9',
].join('\r\n');
const HEADERS_END = '\r\n\r\n';

/** A browser with a public page: one connection, on which it requests what has changed since its last snapshot. */
export class EventViewer {
  version: number | null = null;
  /** The newest content, decompressed; null unless `keepsContent`. */
  content: string | null = null;
  readonly #options: ViewerOptions;
  readonly #socket: Socket;
  readonly #versions: Versions;
  #figures: ViewerFigures;
  #tag = '';
  #sentAt: number | null = null;
  #received: Buffer[] = [];
  /** Bytes of the current response; null: its headers are incomplete. */
  #length: number | null = null;
  #receivedLength = 0;

  private constructor(options: ViewerOptions, socket: Socket, versions: Versions, figures: ViewerFigures) {
    this.#options = options;
    this.#socket = socket;
    this.#versions = versions;
    this.#figures = figures;
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('error', (error) => {
      throw error;
    });
    socket.on('close', () => {
      throw new Error('the server closed the connection of a viewer');
    });
  }

  static async open(
    options: ViewerOptions,
    versions: Versions,
    figures: ViewerFigures,
  ): Promise<EventViewer> {
    const { host, port, localAddress } = options;
    const socket = connect({ host, port, localAddress, noDelay: true });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    socket.removeAllListeners('error');
    return new EventViewer(options, socket, versions, figures);
  }

  set figures(figures: ViewerFigures) {
    this.#figures = figures;
  }

  /** Sends a request, unless one is in flight. */
  poll(): void {
    if (this.#sentAt !== null) {
      this.#figures.late += 1;
      return;
    }
    const { path, key, host, port } = this.#options;
    const since = this.version === null ? '' : `&since=${this.version}`;
    const tag = this.#tag === '' ? '' : `if-none-match: ${this.#tag}\r\n`;
    this.#sentAt = performance.now();
    this.#socket.write(
      `GET ${path}?viewer=${key}${since} HTTP/1.1\r\nhost: ${host}:${port}\r\n${BROWSER_HEADERS}\r\n${tag}\r\n`,
    );
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    this.#received.push(bytes);
    this.#receivedLength += bytes.length;
    if (this.#length === null) {
      if (this.#received.length > 1) this.#received = [Buffer.concat(this.#received)];
      this.#length = lengthOf(this.#received[0] ?? bytes);
    }
    if (this.#length === null || this.#receivedLength < this.#length) return;
    const response =
      this.#received.length === 1 ? (this.#received[0] ?? bytes) : Buffer.concat(this.#received);
    this.#complete(response);
    this.#received = [];
    this.#receivedLength = 0;
    this.#length = null;
    this.#sentAt = null;
  }

  #complete(response: Buffer): void {
    const status = Number(response.toString('latin1', 9, 12));
    this.#figures.count(status, performance.now() - (this.#sentAt ?? 0));
    this.#figures.bytes += response.length;
    if (status !== 200) return;
    const end = response.indexOf(HEADERS_END);
    const headers = response.toString('latin1', 0, end).toLowerCase();
    this.#tag = /\r\netag: ([^\r]*)/i.exec(response.toString('latin1', 0, end))?.[1] ?? '';
    const known = this.#versions.get(this.#tag);
    if (known !== undefined) {
      this.version = known;
      return;
    }
    this.content = decompress(response.subarray(end + HEADERS_END.length), headers);
    this.version = (JSON.parse(this.content) as { version: number }).version;
    this.#versions.set(this.#tag, this.version);
  }
}

/** Bytes of a response whose headers are complete; null: they are not. */
function lengthOf(bytes: Buffer): number | null {
  const end = bytes.indexOf(HEADERS_END);
  if (end < 0) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1];
  return end + HEADERS_END.length + Number(length ?? 0);
}

function decompress(body: Buffer, headers: string): string {
  if (headers.includes('content-encoding: br')) return brotliDecompressSync(body).toString();
  return (headers.includes('content-encoding: gzip') ? gunzipSync(body) : body).toString();
}
