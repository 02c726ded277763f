import type { LayerPlacement } from '@wakeline/domain/layers/layer-placement';
import { useEffect, useMemo, useState } from 'react';
import type { ImageLayer } from '../../map/layers/image-layers.ts';
import type { DraftPicture, LayerDraft } from './layer-draft.ts';
import { warpPreview } from './warp-preview.ts';

/** Longer side of the pixels from which warped previews are drawn. */
const SOURCE_SIDE = 1_600;

/** The pixels of a picture; null until they are read, or if nobody needs them. */
function usePixels(picture: DraftPicture | null, isNeeded: boolean): ImageData | null {
  const [pixels, setPixels] = useState<{ readonly url: string; readonly data: ImageData } | null>(null);
  const url = picture?.url ?? null;
  useEffect(() => {
    if (url === null || !isNeeded) return;
    let isCurrent = true;
    readPixels(url).then(
      (data) => {
        if (isCurrent) setPixels({ url, data });
      },
      (error: unknown) => reportError(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [url, isNeeded]);
  return pixels !== null && pixels.url === url ? pixels.data : null;
}

async function readPixels(url: string): Promise<ImageData> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const scale = Math.min(1, SOURCE_SIDE / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('the browser has no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function toUrl(image: ImageData): Promise<string | null> {
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve);
  });
  return blob === null ? null : URL.createObjectURL(blob);
}

/**
 * The picture of a draft on the map: drawn by its corners or, if these do not describe its placement, as it is
 * transformed.
 */
export function usePreview(draft: LayerDraft, placement: LayerPlacement | null): readonly ImageLayer[] {
  const { picture, opacity } = draft;
  const isWarped = placement !== null && !placement.cornersSuffice;
  const pixels = usePixels(picture, isWarped);
  const [warped, setWarped] = useState<ImageLayer | null>(null);

  useEffect(() => {
    if (pixels === null || picture === null || placement === null || placement.cornersSuffice) {
      setWarped(null);
      return;
    }
    let isCurrent = true;
    let createdUrl: string | null = null;
    const { image, ...corners } = warpPreview(pixels, placement, picture);
    toUrl(image).then(
      (url) => {
        createdUrl = url;
        if (url === null) return;
        if (isCurrent) setWarped({ key: 'preview', url, ...corners, opacity: 1, tiles: null });
        else URL.revokeObjectURL(url);
      },
      (error: unknown) => reportError(error),
    );
    return () => {
      isCurrent = false;
      if (createdUrl !== null) URL.revokeObjectURL(createdUrl);
    };
  }, [pixels, picture, placement]);

  return useMemo(() => {
    if (picture === null || placement === null) return [];
    const layerOpacity = opacity / 100;
    if (isWarped) return warped === null ? [] : [{ ...warped, opacity: layerOpacity }];
    return [{ key: 'preview', url: picture.url, ...placement.corners, opacity: layerOpacity, tiles: null }];
  }, [picture, placement, opacity, isWarped, warped]);
}
