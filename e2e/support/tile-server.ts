import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { elevationTile, type Heights } from './elevation-tile.ts';
import { type Tile, tilePicture } from './tile-picture.ts';

/** `recover`: serves the next tile, and each other one when it is requested again. */
type Behaviour = 'serve' | 'refuse' | 'hang' | 'recover';

/** A local tile server. Its tiles encode their index and their layer. */
export class TileServer {
  readonly url: string;
  /** Every requested tile, whatever the response. */
  readonly requests: (Tile & { readonly layer: string })[] = [];
  /** Other responses, by path. */
  readonly files = new Map<string, { readonly type: string; readonly body: string }>();
  readonly #server: Server;
  readonly #layers: readonly string[];
  readonly #heights: Heights | null;
  readonly #hanging = new Set<ServerResponse>();
  #behaviour: Behaviour = 'serve';
  /** Paths that were requested since the behaviour changed, and whether the last response was a tile. */
  #served = new Map<string, boolean>();

  private constructor(server: Server, layers: readonly string[], heights: Heights | null) {
    this.#server = server;
    this.#layers = layers;
    this.#heights = heights;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => this.#respond(request.url ?? '', response));
  }

  /**
   * @param layers at most four; `/{layer}/{z}/{x}/{y}` with XYZ rows, or `/{layer}/{quadkey}`.
   * @param heights elevation, for tiles at `/heights/{z}/{x}/{y}`.
   */
  static async start(layers: readonly string[], heights: Heights | null = null): Promise<TileServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TileServer(server, layers, heights);
  }

  /** Applies from now on; hanging responses are ended when the behaviour changes. */
  setBehaviour(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
    this.#served = new Map();
    for (const response of this.#hanging) response.destroy();
    this.#hanging.clear();
  }

  /** Number of the tiles of a zoom that were refused since the behaviour changed, and not served afterwards. */
  countRefused(zoom: number): number {
    return [...this.#served].filter(
      ([url, isServed]) => !isServed && tileOf(url.split('/').slice(2))?.z === zoom,
    ).length;
  }

  async stop(): Promise<void> {
    this.setBehaviour('refuse');
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #respond(url: string, response: ServerResponse): void {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-store');
    const file = this.files.get(url);
    if (file !== undefined) {
      response.setHeader('content-type', file.type);
      response.end(file.body);
      return;
    }
    const [, layer = '', ...segments] = url.split('/');
    const tile = tileOf(segments);
    const layerIndex = this.#layers.indexOf(layer);
    const heights = layer === 'heights' ? this.#heights : null;
    if (tile === null || (layerIndex < 0 && heights === null)) {
      response.writeHead(404).end();
      return;
    }
    this.requests.push({ layer, ...tile });
    const isFailing = this.#served.size > 0 && !this.#served.has(url);
    this.#served.set(url, this.#behaviour === 'serve' || (this.#behaviour === 'recover' && !isFailing));
    if (this.#behaviour === 'hang') this.#hanging.add(response);
    else if (!this.#served.get(url)) response.writeHead(503).end();
    else {
      response.setHeader('content-type', 'image/png');
      response.end(heights === null ? tilePicture(layerIndex, tile) : elevationTile(tile, heights));
    }
  }
}

/** Three numbers, or a quadkey as Bing's tile system has it: a digit for each zoom, 1 for the east half and 2 for the south one. */
function tileOf(segments: readonly string[]): Tile | null {
  const [first = '', x, y] = segments;
  if (x !== undefined && y !== undefined) {
    const tile = { z: Number(first), x: Number(x), y: Number(y) };
    return Object.values(tile).every(Number.isInteger) ? tile : null;
  }
  if (!/^[0-3]+$/.test(first)) return null;
  let [column, row] = [0, 0];
  for (const digit of first) {
    column = column * 2 + (Number(digit) & 1);
    row = row * 2 + (Number(digit) >> 1);
  }
  return { z: first.length, x: column, y: row };
}
