import { drawImage } from '../icons/images.ts';
import type { MapFlavour } from '../style/palette.ts';
import type { AtlasImage } from './atlas.ts';

/**
 * An image of the map's style.
 *
 * @param subject as written by `writeImageSubject`
 */
export function mapImage(flavour: MapFlavour, subject: string): AtlasImage {
  const key = `${flavour} ${subject}`;
  return {
    key,
    async draw() {
      const { data, options } = await drawImage(key);
      return { data, pixelRatio: options.pixelRatio ?? 1 };
    },
  };
}
