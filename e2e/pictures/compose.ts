import sharp from 'sharp';

/** One capture of a screen. */
export interface Capture {
  readonly png: Buffer;
  readonly phone: boolean;
}

const DESKTOP = { width: 720, height: 450 };
const PHONE = { width: 208, height: 450 };
const GAP = 8;

/**
 * Combines the captures of a screen into one picture at half their size: desktops two by two on the left, phones on the right.
 * A picture of few colours is small as a PNG with a palette.
 */
export async function composeSheet(captures: readonly Capture[]): Promise<Buffer> {
  const desktops = captures.filter(({ phone }) => !phone);
  const phones = captures.filter(({ phone }) => phone);
  const left = 2 * (DESKTOP.width + GAP);
  const overlays = await Promise.all([
    ...desktops.map((capture, index) => placeCapture(capture.png, DESKTOP, 0, index)),
    ...phones.map((capture, index) => placeCapture(capture.png, PHONE, left, index)),
  ]);
  return sharp({
    create: {
      width: left + 2 * (PHONE.width + GAP) - GAP,
      height: 2 * DESKTOP.height + GAP,
      channels: 3,
      background: '#8a949e',
    },
  })
    .composite(overlays)
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
