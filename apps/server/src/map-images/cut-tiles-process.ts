import { readFileSync } from 'node:fs';
import type { MethodChoice } from '@wakeline/contract/entities/map-layer';
import { latFromMercator, lngFromMercator } from '@wakeline/domain/geo/web-mercator';
import type { ReferencePoints } from '@wakeline/domain/layers/layer-placement';
import { createPmtiles, type PmtilesWriter } from '@wakeline/formats/pmtiles/write-pmtiles';
import sharp from 'sharp';
import { serveProcess } from '../child-processes/process-program.ts';
import type { TileDatum } from '../map-tiles/tile-datum.ts';
import { decodePicture, placePicture } from './decode-picture.ts';
import { openPicture } from './open-picture.ts';
import { type PixelSource, TILE_SIZE } from './sample-tile.ts';
import { tileGeometry } from './tile-geometry.ts';
import { cutTiles, type PictureTile, type TileGeometry, zoomsOf } from './tile-pyramid.ts';

/** Request to cut the tiles of a layer. */
export interface CutTilesRequest extends ReferencePoints {
  /** File with the picture, in any resolution. */
  readonly path: string;
  readonly method: MethodChoice;
  /** The archives to write. */
  readonly archives: readonly { readonly datum: TileDatum; readonly path: string }[];
}

/** Progress, from 0 to 1. */
export type CutTilesResult = number;

/** libwebp's default of 75 shows artefacts in fine lines; effort 4 takes twice the time for 4 % fewer bytes. */
const WEBP = { quality: 82, effort: 2 } as const;
/** Tiles that are encoded at the same time, by the threads of libuv. */
const MAX_ENCODING = 4;
/** Fraction of the progress after decoding. */
const DECODE_PROGRESS = 0.1;

serveProcess<CutTilesRequest, CutTilesResult>(async function* ({ path, archives, method, ...points }) {
  const picture = await openPicture(readFileSync(path), true);
  const placement = placePicture(picture, points, method);
  const source = await decodePicture(picture);
  for (const [index, archive] of archives.entries()) {
    const geometry = tileGeometry(placement, source, archive.datum);
    const writer = await createPmtiles(archive.path, {
      type: 'webp',
      bounds: boundsOf(geometry),
      metadata: {},
    });
    const steps = writeTiles(writer, source, geometry);
    for await (const done of steps)
      yield DECODE_PROGRESS + ((1 - DECODE_PROGRESS) * (index + done)) / archives.length;
  }
  yield 1;
});

/** Encodes and writes tiles while others are sampled. Yields the progress. */
async function* writeTiles(
  writer: PmtilesWriter,
  source: PixelSource,
  geometry: TileGeometry,
): AsyncGenerator<number, void> {
  const encoding = new Set<Promise<void>>();
  const written = new Set<string>();
  const encode = async ({ z, x, y, pixels }: PictureTile) => {
    const raw = { width: TILE_SIZE, height: TILE_SIZE, channels: 4 } as const;
    await writer.write(z, x, y, await sharp(pixels, { raw }).webp(WEBP).toBuffer());
  };
  for (const tile of cutTiles(source, geometry, zoomsOf(geometry, source))) {
    const size = 2 ** tile.z;
    const wrapped = { ...tile, x: ((tile.x % size) + size) % size };
    const key = `${tile.z}/${wrapped.x}/${tile.y}`;
    // A picture that is wider than the world overlaps itself.
    if (written.has(key) || tile.y < 0 || tile.y >= size) continue;
    written.add(key);
    const job = encode(wrapped).finally(() => encoding.delete(job));
    encoding.add(job);
    if (encoding.size >= MAX_ENCODING) await Promise.race(encoding);
    yield tile.progress;
  }
  await Promise.all(encoding);
  await writer.finish();
}

/** Degrees; the complete circle for a picture across the antimeridian. */
function boundsOf({ outline }: TileGeometry): [number, number, number, number] {
  const lngs = outline.map(({ x }) => lngFromMercator(x));
  const lats = outline.map(({ y }) => latFromMercator(y));
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const crosses = west < -180 || east > 180;
  return [crosses ? -180 : west, Math.min(...lats), crosses ? 180 : east, Math.max(...lats)];
}
