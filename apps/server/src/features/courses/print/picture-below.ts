import { readFileSync } from 'node:fs';
import { paperPlane } from '@wakeline/domain/courses/paper-plane';
import { tangentPlane } from '@wakeline/domain/layers/ground-plane';
import type { LayerPlacement } from '@wakeline/domain/layers/layer-placement';
import sharp from 'sharp';
import { decodePicture, type PictureSize, placePicture } from '../../../map-images/decode-picture.ts';
import { openPicture } from '../../../map-images/open-picture.ts';
import { warpPicture } from '../../../map-images/warp-picture.ts';
import type { PictureMapFile } from '../event-map.ts';
import { POINTS } from './draw-course-map.ts';
import type { MapBelow, MapBelowOptions } from './map-below.ts';

/** Pixels per millimetre: 300 dpi, the resolution that printers of maps ask for. */
const RESOLUTION = 300 / 25.4;
/** Fine lines of maps show artefacts below this quality, and with subsampled colors. */
const JPEG = { quality: 90, chromaSubsampling: '4:4:4' } as const;

/** A picture that is warped into the ground plane, with the top of the picture at the top of the paper. */
export async function openPictureBelow(
  { path, method, ...points }: PictureMapFile,
  { printScale, center }: MapBelowOptions,
): Promise<MapBelow> {
  const picture = await openPicture(readFileSync(path), true);
  const original = placePicture(picture, points, method);
  const size = reducedSize(picture, original.metresPerPixel, printScale);
  const source = await decodePicture(picture, size);
  const placement = placePicture(source, points, method);
  const paper = paperPlane(center, printScale, azimuthOf(placement, source));
  return {
    toPaper: paper.toPaper,
    async draw(doc, { origin }, { left, top, width, height }) {
      const pixels = { width: Math.ceil(width * RESOLUTION), height: Math.ceil(height * RESOLUTION) };
      const data = warpPicture(source, pixels, ({ x, y }) =>
        placement.toPixel(
          paper.toPosition({ x: origin.x + x / RESOLUTION, y: origin.y + height - y / RESOLUTION }),
        ),
      );
      const image = await sharp(data, { raw: { ...pixels, channels: 3 } })
        .jpeg(JPEG)
        .toBuffer();
      // The last column and row may extend beyond the area.
      doc.image(image, left * POINTS, top * POINTS, {
        width: (pixels.width / RESOLUTION) * POINTS,
        height: (pixels.height / RESOLUTION) * POINTS,
      });
    },
  };
}

/** Sampling reads four pixels, so a picture that is finer than the print is reduced first; null: it is not. */
function reducedSize(
  { width, height }: PictureSize,
  metresPerPixel: number,
  printScale: number,
): PictureSize | null {
  const share = (metresPerPixel * 1_000 * RESOLUTION) / printScale;
  const reduce = (side: number) => Math.max(1, Math.round(side * share));
  return share < 1 ? { width: reduce(width), height: reduce(height) } : null;
}

/** The direction from the middle of a picture to its top: radians clockwise from true north. */
function azimuthOf({ toLngLat }: LayerPlacement, { width, height }: PictureSize): number {
  const middle = toLngLat({ x: width / 2, y: height / 2 });
  const above = tangentPlane(middle).toPlane(toLngLat({ x: width / 2, y: height / 4 }));
  return Math.atan2(above.x, above.y);
}
