import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from './journey.ts';
import { pmtilesOf } from './pmtiles.ts';
import { png } from './png.ts';
import { ServerProcess } from './server.ts';
import { TileServer } from './tile-server.ts';

/** Layers of the tile server, by the number encoded in the colours of their tiles. */
export const LAYERS = ['street', 'offset', 'chart', 'quad'] as const;
/** Of the archive. */
export const ARCHIVE_COLOUR = [200, 40, 160] as const;

const names = (zh_CN: string, en_US: string) => ({ zh_CN, en_US });

/** A list like the product's, with the local tile server. */
function layersOf(url: string): object {
  const raster = { kind: 'raster', type: 'roadmap', coordinates: 'wgs84', maxZoom: 20 };
  return {
    default: 1,
    layers: [
      {
        ...raster,
        key: 'street',
        names: names('街道', 'Streets'),
        urls: [`${url}/street/{z}/{x}/{y}`],
        attribution: '© Streets',
      },
      {
        ...raster,
        key: 'offset',
        names: names('偏移', 'Offset'),
        coordinates: 'gcj02',
        urls: [`${url}/offset/{z}/{x}/{y}`],
        attribution: '© Offset',
      },
      {
        ...raster,
        key: 'chart',
        names: names('海图', 'Chart'),
        type: 'sea',
        scheme: 'tms',
        urls: [`${url}/chart/{z}/{x}/{-y}`],
        chart: true,
      },
      {
        ...raster,
        key: 'quad',
        names: names('航拍', 'Aerial'),
        type: 'satellite',
        scheme: 'quadkey',
        urls: [`${url}/quad/{quadkey}`],
      },
      {
        key: 'archive',
        names: names('离线', 'Archive'),
        kind: 'pmtiles',
        type: 'themed',
        coordinates: 'wgs84',
        file: 'archive.pmtiles',
      },
      {
        key: 'styled',
        names: names('样式', 'Styled'),
        kind: 'style',
        type: 'themed',
        coordinates: 'wgs84',
        url: `${url}/style.json`,
      },
      { key: 'blank', names: names('空白', 'Blank'), kind: 'blank' },
    ],
  };
}

/** A style whose tiles are relative to its own URL. */
const STYLE = {
  version: 8,
  sources: { quad: { type: 'raster', tiles: ['/quad/{z}/{x}/{y}'], tileSize: 256 } },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': '#102030' } },
    { id: 'quad', type: 'raster', source: 'quad' },
  ],
};

interface LayeredServer {
  readonly server: ServerProcess;
  readonly tiles: TileServer;
}

/** A journey about base layers, with a local tile server and a server that uses it. */
export const test = base.extend<{ tiles: TileServer }, { layered: LayeredServer }>({
  layered: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const tiles = await TileServer.start(LAYERS);
      tiles.files.set('/style.json', { type: 'application/json', body: JSON.stringify(STYLE) });
      const folder = await mkdtemp(join(tmpdir(), 'wakeline-layers-'));
      const file = join(folder, 'layers.json');
      await writeFile(file, JSON.stringify(layersOf(tiles.url)));
      await writeFile(join(folder, 'archive.pmtiles'), pmtilesOf(png(256, 256, () => ARCHIVE_COLOUR)));
      const server = await ServerProcess.start({ WAKELINE_BASE_LAYERS: file });
      await use({ server, tiles });
      await server.remove();
      await tiles.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  tiles: async ({ layered }, use) => {
    layered.tiles.setBehaviour('serve');
    layered.tiles.requests.length = 0;
    await use(layered.tiles);
  },

  server: async ({ layered }, use) => {
    const { client } = layered.server;
    const { list } = await client.call('queryAllTrackers', {});
    for (const { trackerId } of list) await client.call('removeTracker', { trackerId });
    await use(layered.server);
  },
});

export { expect } from './journey.ts';
