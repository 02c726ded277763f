/** A part of a picture, in its pixels. */
export interface PictureArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of JPEG: no difference is visible at this size. */
const QUALITY = 0.92;

/**
 * An area of a picture as a JPEG file of exactly this size. Transparent areas are white.
 *
 * @throws Error if the browser cannot decode the picture
 */
export async function cropPicture(url: string, area: PictureArea, { width, height }: Size): Promise<File> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (blob === null) throw new Error('the picture could not be encoded');
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
}
