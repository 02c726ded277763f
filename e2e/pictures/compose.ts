import sharp from 'sharp';

/** Pixels of the captures in a sheet: screens at half their size, displays on a wall at the same width. */
const SIZES = {
  desktop: { width: 720, height: 450 },
  phone: { width: 208, height: 450 },
  fullHd: { width: 960, height: 540 },
  ultraHd: { width: 960, height: 540 },
} as const;
const GAP = 8;

/** One capture of a screen. */
export interface Capture {
  readonly png: Buffer;
  readonly size: keyof typeof SIZES;
}

/**
 * Combines the captures of a screen into one picture: the ones of each size two by two, the sizes side by side. A picture of
 * few colours is small as a PNG with a palette.
 */
export async function composeSheet(captures: readonly Capture[]): Promise<Buffer> {
  const bySize = [...Map.groupBy(captures, ({ size }) => size)];
  let left = 0;
  const overlays = [];
  for (const [size, ofSize] of bySize) {
    const start = left;
    overlays.push(...ofSize.map(({ png }, index) => placeCapture(png, SIZES[size], start, index)));
    left += 2 * (SIZES[size].width + GAP);
  }
  return sharp({
    create: {
      width: left - GAP,
      height: 2 * Math.max(...bySize.map(([size]) => SIZES[size].height)) + GAP,
      channels: 3,
      background: '#8a949e',
    },
  })
    .composite(await Promise.all(overlays))
    .png({ palette: true, colours: 128, dither: 0, effort: 8 })
    .toBuffer();
}

async function placeCapture(
  png: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
  left: number,
  index: number,
) {
  const input = await sharp(png).resize(width, height, { fit: 'cover', position: 'top' }).png().toBuffer();
  return {
    input,
    left: left + (index % 2) * (width + GAP),
    top: Math.floor(index / 2) * (height + GAP),
  };
}
