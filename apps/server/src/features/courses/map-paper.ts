import { readFileSync } from 'node:fs';
import { NamedError } from '@wakeline/contract/errors';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { placePicture } from '../../map-images/decode-picture.ts';
import { placeOcadMap } from '../../ocad/ocad-placement.ts';
import { readOcadFile } from '../../ocad/open-ocad.ts';
import type { EventMapFile } from './event-map.ts';

/** The paper of a map in millimetres. Coordinates are NaN where there is no position. */
interface MapPaper {
  readonly toPosition: (point: Position) => Position;
  readonly toPaper: (position: Position) => Position;
}

/**
 * The paper of the map of an event. The origin of an OCAD map is that of its file, the one of a picture its lower left corner, as
 * in Purple Pen (`MapDisplay.BitmapTransform`).
 *
 * @param mapScale denominator of the scale of a picture, which has none of its own
 * @throws NamedError `course-map-unplaced`, or the reason why the points of the map cannot place it
 */
export function mapPaper(map: EventMapFile, mapScale: number): MapPaper {
  if (map.kind === 'ocad') {
    const isPlacedByPoints = map.paperPoints.length > 0;
    const filePosition = isPlacedByPoints ? null : readOcadFile(readFileSync(map.path)).position;
    const { position, toLngLat, toPaper } = placeOcadMap(map, filePosition);
    if (position === 'none') throw new NamedError('course-map-unplaced');
    return { toPosition: toLngLat, toPaper };
  }
  const { toLngLat, toPixel, metresPerPixel } = placePicture(map, map, map.method);
  const pixelsPerMillimetre = mapScale / 1_000 / metresPerPixel;
  return {
    toPosition: ([x, y]) => toLngLat({ x: x * pixelsPerMillimetre, y: map.height - y * pixelsPerMillimetre }),
    toPaper(position) {
      const { x, y } = toPixel(position);
      return [x / pixelsPerMillimetre, (map.height - y) / pixelsPerMillimetre];
    },
  };
}
