import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

const HEADER_BYTES = 127;
let folder: string;
let world: World;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-offered-'));
  const archive = Buffer.alloc(HEADER_BYTES + 10, 'x');
  archive.fill(0, 0, HEADER_BYTES);
  archive.write('PMTiles');
  archive[7] = 3;
  archive[99] = 2;
  writeFileSync(join(folder, 'harbour.pmtiles'), archive);
  writeFileSync(join(folder, 'secret.pmtiles'), archive);
  const drawn = { type: 'roadmap', coordinates: 'wgs84' };
  writeFileSync(
    join(folder, 'layers.json'),
    JSON.stringify({
      default: 1,
      layers: [
        {
          ...drawn,
          key: 'harbour',
          names: { zh_CN: '港口', en_US: 'Harbour' },
          kind: 'pmtiles',
          file: 'harbour.pmtiles',
        },
        { key: 'blank', names: { zh_CN: '空白', en_US: 'Blank' }, kind: 'blank' },
        {
          ...drawn,
          key: 'plain',
          names: { zh_CN: '街道', en_US: 'Streets' },
          kind: 'raster',
          urls: ['http://tiles.harbour:8081/{z}/{x}/{y}.png'],
        },
      ],
    }),
  );
  world = await startWorld({ environment: { WAKELINE_BASE_LAYERS: join(folder, 'layers.json') } });
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

const keysOf = ({ list }: { readonly list: readonly { readonly key: string }[] }) =>
  list.map(({ key }) => key);

test('offers the blank layer to administrators and users with custom or race layers', async () => {
  const account = await world.account('layers');
  const WATCH = 'eob_plugin_loc_monitor';
  for (const [name, permission, roles, offered] of [
    ['holder', 'holder', [WATCH], true],
    ['administrator', 'administrator', [WATCH], true],
    ['editor', 'editor', [WATCH], false],
    ['viewer', 'viewer', [WATCH], false],
    ['mapper', 'viewer', [WATCH, 'eob_plugin_custom_map'], true],
    ['racer', 'viewer', [WATCH, 'eob_plugin_race_layer'], true],
  ] as const) {
    const person = await account.person(`layers ${name}`, { permission, roles });
    const result = await person.call('queryBaseLayers', {});
    expect(keysOf(result), name).toEqual(offered ? ['harbour', 'blank', 'plain'] : ['harbour', 'plain']);
    // The index is the same for both, and a default that is not offered is replaced.
    expect(result.list.at(-1)?.index, name).toBe(2);
    expect(result.defaultIndex, name).toBe(offered ? 1 : 0);
  }
});

test('serves byte ranges of an archive, but no other files of the folder', async () => {
  const address = `${world.url}${world.prefix}/base-layers/harbour.pmtiles`;
  const range = await fetch(address, { headers: { range: 'bytes=0-6' } });
  expect(range.status).toBe(206);
  expect(range.headers.get('content-range')).toBe(`bytes 0-6/${HEADER_BYTES + 10}`);
  expect(range.headers.get('etag')).not.toBeNull();
  expect(await range.text()).toBe('PMTiles');
  for (const name of ['secret.pmtiles', 'layers.json', '..%2flayers.json']) {
    const { status } = await fetch(`${world.url}${world.prefix}/base-layers/${name}`);
    expect(status, name).not.toBe(200);
  }
});

test("allows browsers to request the layers' servers without TLS, and no others", async () => {
  const { headers } = await fetch(`${world.url}/healthz`);
  const policy = headers.get('content-security-policy') ?? '';
  const sources = (name: string) =>
    policy
      .split(';')
      .find((one) => one.trim().startsWith(name))
      ?.trim()
      .split(' ')
      .slice(1);
  expect(sources('img-src')).toContain('http://tiles.harbour:8081');
  expect(sources('connect-src')).toContain('http://tiles.harbour:8081');
  expect(sources('connect-src')).not.toContain('http:');
  expect(sources('script-src')).toEqual(["'self'"]);
});
