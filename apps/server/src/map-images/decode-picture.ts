import type { MethodChoice } from '@wakeline/contract/entities/map-layer';
import { NamedError } from '@wakeline/contract/errors';
import {
  type LayerPlacement,
  placeLayer,
  type ReferencePoints,
} from '@wakeline/domain/layers/layer-placement';
import type { OpenedPicture } from './open-picture.ts';
import type { PixelSource } from './sample-tile.ts';

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Places a picture of any resolution by points in pixels of the stored one.
 *
 * @throws NamedError the reason why its points cannot place it
 */
export function placePicture(
  { width, height }: PictureSize,
  points: ReferencePoints,
  method: MethodChoice,
): LayerPlacement {
  const [scaleX, scaleY] = [width / points.width, height / points.height];
  const layerPoints = points.layerPoints.map(({ x, y }) => ({ x: x * scaleX, y: y * scaleY }));
  const placement = placeLayer({ width, height, layerPoints, mapPoints: points.mapPoints }, { method });
  if (typeof placement === 'string') throw new NamedError(placement);
  return placement;
}

/** Decodes a picture in sRGB, reduced to `size` if given. @throws NamedError `picture-broken` */
export async function decodePicture(
  { image, hasAlpha }: OpenedPicture,
  size: PictureSize | null = null,
): Promise<PixelSource> {
  const colors = (size === null ? image : image.resize({ ...size, fit: 'fill' })).toColourspace('srgb');
  const { data, info } = await (hasAlpha ? colors.ensureAlpha() : colors.removeAlpha())
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new NamedError('picture-broken');
    });
  return { width: info.width, height: info.height, channels: hasAlpha ? 4 : 3, pixels: data };
}
