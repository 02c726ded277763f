import { drawImage } from '../icons/images.ts';

/** An image that is ready to be drawn; the unit of its size is a pixel of the page. */
export interface MarkerImage {
  readonly picture: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** Images of the map's style by their names, for drawing beside it. */
export interface MarkerImages {
  /** Null while it is made; `onReady` is called when it is there. */
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
