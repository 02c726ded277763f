import { readFileSync } from 'node:fs';
import type { GroundTruthTrack } from '@wakeline/domain/correction/testing/ground-truth';

/** A real run, used as ground truth (source: packages/formats/src/fixtures/README.md). Its speed is not known. */
export function runTrack(): GroundTruthTrack {
  const file = new URL('../../packages/formats/src/fixtures/highfield-park.gpx', import.meta.url);
  const points = readFileSync(file, 'utf8').matchAll(
    /<trkpt lat="([^"]+)" lon="([^"]+)">[\s\S]*?<time>([^<]+)<\/time>/g,
  );
  const places = Array.from(points, ([, lat, lng, time]) => ({
    time: Date.parse(time ?? ''),
    lng: Number(lng),
    lat: Number(lat),
    speed: 0,
  }));
  return { points: places, stationary: places.map(() => false) };
}
