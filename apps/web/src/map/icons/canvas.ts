/** Images are drawn at twice their size, for high-resolution screens. */
export const PIXEL_RATIO = 2;

/** Draws on a new canvas of `width` by `height` page pixels. */
export function drawToImageData(
  width: number,
  height: number,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): ImageData {
  const canvas = new OffscreenCanvas(width * PIXEL_RATIO, height * PIXEL_RATIO);
  // Without this hint the canvas lives on the graphics card, and reading it takes 10 ms for each image.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser cannot draw on a 2D canvas');
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
