import { drawImage } from '../icons/images.ts';

/** A loaded image; its size is in page pixels. */
export interface MarkerImage {
  readonly picture: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** Images of the map style by name, for drawing outside the engine. */
export interface MarkerImages {
  /** Null while it is loading; `onReady` is called when it is loaded. */
  get(name: string): MarkerImage | null;
}

export function createMarkerImages(onReady: () => void): MarkerImages {
  const images = new Map<string, MarkerImage | null>();

  async function loadImage(name: string): Promise<void> {
    const { data, options } = await drawImage(name);
    const ratio = options.pixelRatio ?? 1;
    const picture = await createImageBitmap(data);
    images.set(name, { picture, width: data.width / ratio, height: data.height / ratio });
    onReady();
  }

  return {
    get(name) {
      const image = images.get(name);
      if (image !== undefined) return image;
      images.set(name, null);
      void loadImage(name);
      return null;
    },
  };
}
