import { deflateRawSync } from 'node:zlib';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const MEGABYTE = 1_048_576;

let world: World;
let ada: Person;
/** Another user of the account, in Chinese. */
let chen: Person;
/** An editor confined to the group Quay, who cannot see the group Yard. */
let pilot: Person;
let quayGroupId: number;
let yardGroupId: number;
let otherUser: Person;
beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  chen = await harbour.person('chen', { permission: 'editor' });
  await chen.signIn();
  await chen.call('editUserLang', { lang: 'zh_CN' });
  ({ groupId: quayGroupId } = await ada.call('createGroup', { groupName: 'Quay' }));
  ({ groupId: yardGroupId } = await ada.call('createGroup', { groupName: 'Yard' }));
  pilot = await harbour.person('pat', { permission: 'editor', groupIds: [quayGroupId] });
  otherUser = await (await world.account('elsewhere')).person('eve');
});
afterAll(() => world.stop());

async function countRows(): Promise<{ fences: number; points: number; routes: number; entries: number }> {
  const { rows } = await sql<{ fences: number; points: number; routes: number; entries: number }>`
    select (select count(*) from fence) as fences, (select count(*) from label_point) as points,
           (select count(*) from route) as routes,
           (select count(*) from audit_entry where action = 'uploadGPSFile') as entries`.execute(
    world.database.db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the query returned no row');
  return row;
}

beforeEach(async () => {
  for (const table of ['fence', 'label_point', 'route'] as const) {
    await world.database.db.deleteFrom(table).execute();
  }
  await world.database.db.deleteFrom('audit_entry').where('action', '=', 'uploadGPSFile').execute();
});
const NO_ROWS = { fences: 0, points: 0, routes: 0, entries: 0 };

type Options = Omit<PayloadInput<Operations['uploadGPSFile']>, 'file'>;
function upload(content: string | Uint8Array, options: Options = {}, person = ada, name = 'way.gpx') {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  return person.call('uploadGPSFile', { file: new File([bytes], name), ...options });
}

const HEAD =
  '<?xml version="1.0"?>\n<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">\n';
const gpx = (inside: string) => `${HEAD}${inside}\n</gpx>`;
const DAY = gpx(`<wpt lat="24.5" lon="110.25"><ele>12</ele><name>Pier</name><desc>deep</desc></wpt>
<trk><name>Round</name><trkseg><trkpt lat="0" lon="0"><ele>3</ele></trkpt><trkpt lat="0" lon="1"/></trkseg></trk>
<rte><rtept lat="1" lon="1"/><rtept lat="2" lon="2"/></rte>
<trk><name>Still</name><trkseg><trkpt lat="5" lon="5"/><trkpt lat="5" lon="5"/></trkseg></trk>`);
const AREAS = `{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"name":"Basin","stroke":"#102030"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[10,0],[10,10],[0,10],[0,0]],[[4,4],[5,6],[6,4],[4,4]]]}},
{"type":"Feature","properties":{"name":"${'码'.repeat(80)}","description":"n"},"geometry":{"type":"Point","coordinates":[3,4]}}
]}`;

describe('a file', () => {
  test('is previewed with its objects and lines, and nothing is stored', async () => {
    // A degree of the equator: 6,371,008.8 m * pi / 180 = 111,195.08 m.
    expect(await upload(DAY, {}, chen)).toEqual({
      objects: [
        { kind: 'labelPoint', name: 'Pier', line: 3, pointCount: 1, length: null },
        { kind: 'route', name: 'Round', line: 4, pointCount: 2, length: expect.closeTo(111_195.08, 1) },
        { kind: 'route', name: '路线 2', line: 5, pointCount: 2, length: expect.any(Number) },
      ],
      total: 3,
      counts: { fence: 0, labelPoint: 1, route: 2 },
      left: 1,
      saved: false,
    });
    expect(await countRows()).toEqual(NO_ROWS);
  });

  test('becomes points and routes with one audit entry and notifies open maps', async () => {
    const console = await ada.console();
    await console.waitUntilLive();
    const result = await upload(DAY, { save: true, color: '#abcdef', groupId: quayGroupId });
    expect(result).toMatchObject({ saved: true, total: 3 });
    await console.waitUntil('both kinds are notified', ({ changes }) => {
      return changes.includes('labelPoints') && changes.includes('routes');
    });
    const { list: points } = await ada.call('queryAllLabelPoints', {});
    expect(points).toMatchObject([
      {
        placeName: 'Pier',
        note: 'deep',
        longitude: 110.25,
        latitude: 24.5,
        color: '#abcdef',
        groupId: quayGroupId,
      },
    ]);
    const { list: routes } = await ada.call('queryAllRoutes', {});
    expect(routes).toMatchObject([{ routeName: 'Round' }, { routeName: 'Route 2', origin: 'imported' }]);
    const { dataPoints } = await ada.call('queryRouteByID', { routeId: routes[0]?.routeId ?? 0 });
    expect(dataPoints).toEqual([
      [0, 0, 3],
      [1, 0],
    ]);
    const entries = await world.database.db
      .selectFrom('audit_entry')
      .select(['login', 'target', 'before', 'after'])
      .where('action', '=', 'uploadGPSFile')
      .execute();
    expect(entries).toEqual([
      {
        login: 'ada',
        target: 'way.gpx',
        before: null,
        after: { fence: 0, labelPoint: 1, route: 2, groupId: quayGroupId },
      },
    ]);
  });

  test('becomes fences with holes and its own colours; long names are truncated', async () => {
    await upload(AREAS, { save: true });
    const { list: fences } = await ada.call('queryAllFences', {});
    expect(fences).toMatchObject([
      {
        fenceName: 'Basin',
        color: '#102030',
        fenceType: 'POLYGON',
        fenceData: {
          rings: [
            [
              [0, 0],
              [10, 0],
              [10, 10],
              [0, 10],
            ],
            [
              [4, 4],
              [5, 6],
              [6, 4],
            ],
          ],
        },
        notice: 'BOTH',
      },
    ]);
    const { list: points } = await ada.call('queryAllLabelPoints', {});
    expect(points).toMatchObject([{ placeName: '码'.repeat(64), note: 'n' }]);
  });

  test('yields only the requested kinds; the others are counted as skipped', async () => {
    const result = await upload(AREAS, { save: true, kinds: ['labelPoint'] });
    expect(result).toMatchObject({ total: 1, left: 1, counts: { fence: 0, labelPoint: 1, route: 0 } });
    expect(await countRows()).toEqual({ fences: 0, points: 1, routes: 0, entries: 1 });
    await expect(upload(AREAS, { kinds: ['route'] })).rejects.toMatchObject({ errorName: 'gps-file-empty' });
  });

  test('with more than a thousand objects is listed partly and stored completely', async () => {
    const many = gpx(Array.from({ length: 1_500 }, (_, at) => `<wpt lat="1" lon="${at / 100}"/>`).join('\n'));
    const result = await upload(many, { save: true });
    expect(result.total).toBe(1_500);
    expect(result.objects).toHaveLength(1_000);
    expect(await countRows()).toEqual({ fences: 0, points: 1_500, routes: 0, entries: 1 });
  });
});

describe('permissions', () => {
  test('lets users import into groups that they can see', async () => {
    await upload(DAY, { save: true, groupId: quayGroupId }, pilot);
    expect(await countRows()).toMatchObject({ points: 1, routes: 2, entries: 1 });
    const { groupId: otherGroupId } = await otherUser.call('createGroup', { groupName: 'Theirs' });
    for (const [person, groupId] of [
      [pilot, yardGroupId],
      [pilot, null],
      [ada, otherGroupId],
      [ada, 2_000_000_000],
    ] as const) {
      await expect(upload(DAY, { save: true, groupId }, person)).rejects.toMatchObject({
        errorName: 'group-unknown',
      });
    }
    expect(await countRows()).toMatchObject({ points: 1, routes: 2, entries: 1 });
  });
});

/** Each entity expands to ten times the previous one. */
const BILLION_LAUGHS = `<?xml version="1.0"?>
<!DOCTYPE kml [<!ENTITY a0 "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')}]>
<kml><Placemark><name>&a9;</name><Point><coordinates>1,2</coordinates></Point></Placemark></kml>`;

/** A KMZ of 300 MiB whose header claims 100 bytes. */
function zipBomb(): Uint8Array {
  const packed = deflateRawSync(new Uint8Array(300 * MEGABYTE), { level: 9 });
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(100, 22);
  local.writeUInt16LE(7, 26);
  return Buffer.concat([local, Buffer.from('doc.kml'), packed]);
}

const millionOfGpx = () => gpx(`<trk><trkseg>${'<trkpt lat="1" lon="1"/>'.repeat(1_000_000)}</trkseg></trk>`);
const millionOfKml = () =>
  `<kml><Placemark><LineString><coordinates>\n${'1,2 '.repeat(1_000_000)}</coordinates></LineString></Placemark></kml>`;
const crossing = (coordinates: string) =>
  `{"type":"FeatureCollection","features":[\n{"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]}},\n{"type":"Feature","geometry":{"type":"Polygon","coordinates":${coordinates}}}]}`;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Several files start with a valid object that could be saved alone. The messages name the faulty line in both languages. */
const INVALID_FILES: readonly [
  what: string,
  make: () => string | Uint8Array,
  error: string,
  en: string,
  zh: string,
][] = [
  [
    'a GPX of 1,000,000 points',
    millionOfGpx,
    'gps-file-too-large',
    'Files can be up to 4 MB',
    '文件不能超过 4 MB',
  ],
  [
    'a KML of 1,000,000 points in less than 4 MB',
    millionOfKml,
    'gps-file-points',
    'The file has too many points (line 2)',
    '文件中的坐标点过多，请拆分后再导入（第2行）',
  ],
  [
    'a KML with an entity bomb',
    () => BILLION_LAUGHS,
    'gps-file-entities',
    'The file declares XML entities and is not read (line 2)',
    '文件含有 XML 实体声明，不予读取（第2行）',
  ],
  [
    'a KMZ zip bomb',
    zipBomb,
    'gps-file-expands',
    'The contents of the compressed file are too large',
    '压缩文件解压后过大',
  ],
  [
    'a GPX with latitude 200',
    () => gpx('<wpt lat="1" lon="1"/>\n<wpt lat="200" lon="1"/>'),
    'gps-file-coordinates',
    'Coordinates in the file are missing or out of range (line 4)',
    '文件中有坐标缺失或超出范围（第4行）',
  ],
  [
    'a GPX with coordinates missing',
    () => gpx('<wpt lat="1" lon="1"/>\n\n<wpt lat="1"/>'),
    'gps-file-coordinates',
    'Coordinates in the file are missing or out of range (line 5)',
    '文件中有坐标缺失或超出范围（第5行）',
  ],
  [
    'a renamed PNG picture',
    () => PNG,
    'gps-file-type',
    'Only gpx, kml, kmz and geojson files are supported',
    '仅支持 gpx、kml、kmz、geojson 文件',
  ],
  [
    'a truncated GPX',
    () => `${HEAD}<wpt lat="1" lon="1"/>\n<trk>`,
    'gps-file-malformed',
    'The file is damaged and cannot be read (line 4)',
    '文件内容有误，无法读取（第4行）',
  ],
  [
    'an empty file',
    () => gpx(''),
    'gps-file-empty',
    'The file contains no routes, labelled points or fences to import',
    '文件中没有可导入的路线、标注点或围栏',
  ],
  [
    'an area that crosses itself',
    () => crossing('[[[0,0],[1,1],[1,0],[0,1],[0,0]]]'),
    'fence-self-crosses',
    'The outline of a fence must not cross itself (line 3)',
    '围栏的边线不能自相交（第3行）',
  ],
  [
    'an area of two vertices',
    () => crossing('[[[0,0],[1,1],[0,0]]]'),
    'fence-too-few-points',
    'A polygon needs at least three different points (line 3)',
    '多边形至少需要三个不同的顶点（第3行）',
  ],
  [
    'a hole outside of its area',
    () => crossing('[[[0,0],[1,0],[1,1],[0,0]],[[5,5],[6,5],[6,6],[5,5]]]'),
    'fence-hole-outside',
    'A hole must lie inside the fence and must not touch other holes (line 3)',
    '孔洞必须位于围栏内部，且互不重叠（第3行）',
  ],
];

describe('refuses with a named error in both languages and stores nothing:', () => {
  test.each(INVALID_FILES)('%s', async (_what, make, errorName, en, zh) => {
    const file = make();
    for (const [person, message] of [
      [ada, en],
      [chen, zh],
    ] as const) {
      await expect(upload(file, { save: true }, person)).rejects.toMatchObject({ errorName, message });
    }
    expect(await countRows()).toEqual(NO_ROWS);
  });

  test('more points than the quota of the account, after a valid route', async () => {
    const { accountId } = ada;
    await sql`
      insert into label_point (account_id, name, latitude, longitude, icon_url, color, display, note, images)
      select ${accountId}, 'x', 1, 1, 'flag', '#000000', 'SHOW', '', '{}' from generate_series(1, 19999)
    `.execute(world.database.db);
    const two = gpx(
      '<wpt lat="1" lon="1"/><wpt lat="2" lon="2"/><rte><rtept lat="1" lon="1"/><rtept lat="2" lon="2"/></rte>',
    );
    await expect(upload(two, { save: true })).rejects.toMatchObject({ errorName: 'label-point-limit' });
    expect(await countRows()).toEqual({ fences: 0, points: 19_999, routes: 0, entries: 0 });
  });

  test('serves other requests while it reads a large file', async () => {
    const reading = upload(millionOfKml().slice(0, 700_000), {}).catch(() => undefined);
    let ticks = 0;
    let done = false;
    void reading.then(() => {
      done = true;
    });
    while (!done) {
      const response = await fetch(`${world.url}/healthz`);
      expect(response.status).toBe(200);
      ticks += 1;
    }
    expect(ticks).toBeGreaterThan(1);
  });
});
