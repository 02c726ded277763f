import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { drawOcad } from '@wakeline/formats/ocad/draw-ocad';
import { cutDrawing } from '@wakeline/formats/ocad/drawing-tiles';
import { ocadPosition, ocadScale } from '@wakeline/formats/ocad/ocad-position';
import { readOcad } from '@wakeline/formats/ocad/read-ocad';
import { writeLargeOcad } from '@wakeline/formats/ocad/testing/large-file';
import { createPmtiles } from '@wakeline/formats/pmtiles/write-pmtiles';
import { writeLargePicture } from '@wakeline/server/map-images/testing/large-picture';
import { measureCut } from '@wakeline/server/map-images/testing/measure-cut';
import { readSizes } from './harness/arguments.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { type Spread, writeReport } from './harness/measurements.ts';

const sizes = readSizes('Tiles of a large race map, cut in a child process, and of a large OCAD file.', {
  side: { meaning: 'width and height of the picture in pixels', default: 10_000 },
  objects: { meaning: 'objects of the OCAD file', default: 40_000 },
});
const PATTERN = fileURLToPath(
  new URL('../packages/formats/src/fixtures/georeferenced/ellenbrook.jpg', import.meta.url),
);

const measurements: Record<string, Spread | number> = {};
const data = makeDataFolder();

/** Cuts the tiles of a picture, and records its seconds, memory and size. */
async function measure(name: string, request: Parameters<typeof measureCut>[0]): Promise<void> {
  const { seconds, peakMegabytes } = await measureCut(request);
  measurements[`${name}: seconds`] = seconds;
  measurements[`${name}: MB of memory`] = peakMegabytes;
  for (const { path, datum } of request.archives)
    measurements[`${name}: MB of the archive in ${datum}`] = (await stat(path)).size / 1e6;
}

/** Three corners at a metre per pixel, turned by five degrees. */
function placeAt(lng: number, lat: number) {
  const degree = 111_195;
  const turned = (x: number, y: number): [number, number] => {
    const [cosine, sine] = [Math.cos(0.087), Math.sin(0.087)];
    const [east, north] = [x * cosine - y * sine, x * sine + y * cosine];
    return [lng + east / (degree * Math.cos((lat * Math.PI) / 180)), lat + north / degree];
  };
  const { side } = sizes;
  return {
    ...{ width: side, height: side, method: 'affine' as const },
    layerPoints: [
      { x: 0, y: 0 },
      { x: side, y: 0 },
      { x: 0, y: side },
    ],
    mapPoints: [turned(0, 0), turned(side, 0), turned(0, -side)],
  };
}

/** Reads an OCAD file, draws it and cuts its tiles, in this process. */
async function measureOcad(): Promise<void> {
  const bytes = writeLargeOcad(sizes.objects);
  measurements['OCAD: MB of the file'] = bytes.length / 1e6;
  const startedAt = performance.now();
  const startedUsage = process.cpuUsage();
  const record = (name: string) => {
    measurements[`OCAD: seconds until ${name}`] = (performance.now() - startedAt) / 1_000;
    const { user, system } = process.cpuUsage(startedUsage);
    measurements[`OCAD: processor seconds until ${name}`] = (user + system) / 1e6;
  };
  const file = readOcad(bytes);
  record('it is read');
  const drawing = drawOcad(file);
  record('it is drawn');
  const position = ocadPosition(file);
  const toMercator = (point: readonly [x: number, y: number]): [number, number] => {
    const [lng = 0, lat = 0] = position?.toWgs84(point) ?? [];
    return [mercatorX(lng), mercatorY(lat)];
  };
  const path = join(data, 'ocad.pmtiles');
  const writer = await createPmtiles(path, { type: 'mvt', bounds: [-180, -85, 180, 85], metadata: {} });
  let tiles = 0;
  for (const tile of cutDrawing(drawing, { toMercator, metresPerMillimetre: ocadScale(file) / 1_000 })) {
    if (tiles === 0) record('the first tile');
    tiles++;
    await writer.write(tile.z, tile.x, tile.y, tile.data);
  }
  await writer.finish();
  record('the archive');
  measurements['OCAD: tiles'] = tiles;
  measurements['OCAD: MB of the archive'] = (await stat(path)).size / 1e6;
}

try {
  await measureOcad();
  const path = join(data, 'picture.jpg');
  await writeLargePicture(path, PATTERN, { width: sizes.side, height: sizes.side });
  const archive = (datum: 'wgs84' | 'gcj02') => ({ datum, path: join(data, `${datum}.pmtiles`) });
  await measure('one archive', { path, ...placeAt(15, 57.7), archives: [archive('wgs84')] });
  const both = [archive('wgs84'), archive('gcj02')];
  await measure('both archives', { path, ...placeAt(110, 25), archives: both });
} finally {
  removeDataFolder(data);
}

writeReport('race-maps', sizes, measurements);
