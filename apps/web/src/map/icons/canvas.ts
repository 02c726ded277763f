/** Images are drawn at twice their size, so that they are sharp on fine screens. */
export const PIXEL_RATIO = 2;

/** Draws on a fresh canvas whose unit is a pixel of the page, `width` by `height`. */
export function drawToImageData(
  width: number,
  height: number,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): ImageData {
  const canvas = new OffscreenCanvas(width * PIXEL_RATIO, height * PIXEL_RATIO);
  // Read at once: a canvas on the graphics card would make the page wait for it, 10 ms a picture.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser draws no 2D pictures');
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
