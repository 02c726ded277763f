import sharp from 'sharp';

/** One look of a screen. */
export interface Look {
  readonly png: Buffer;
  readonly phone: boolean;
}

const DESK = { width: 720, height: 450 };
const PHONE = { width: 208, height: 450 };
const GAP = 8;
/** Colours of a sheet: fewer where relief or photographs make it larger than `MOST` bytes, as pictures are fetched with every clone. */
const COLOURS = [128, 64, 32] as const;
const MOST = 600_000;

/**
 * Puts the looks of a screen into one picture at half their size: desks two by two on the left, phones on the right. A
 * picture of few colours is small as a PNG with a palette.
 *
 * @throws RangeError when it is too large all the same.
 */
export async function composeSheet(looks: readonly Look[]): Promise<Buffer> {
  const desks = looks.filter(({ phone }) => !phone);
  const phones = looks.filter(({ phone }) => phone);
  const left = 2 * (DESK.width + GAP);
  const parts = await Promise.all([
    ...desks.map((look, index) => place(look.png, DESK, 0, index)),
    ...phones.map((look, index) => place(look.png, PHONE, left, index)),
  ]);
  const sheet = await sharp({
    create: {
      width: left + 2 * (PHONE.width + GAP) - GAP,
      height: 2 * DESK.height + GAP,
      channels: 3,
      background: '#8a949e',
    },
  })
    .composite(parts)
    .png()
    .toBuffer();
  for (const colours of COLOURS) {
    const png = await sharp(sheet).png({ palette: true, colours, dither: 0, effort: 8 }).toBuffer();
    if (png.length <= MOST) return png;
  }
  throw new RangeError(`it has more than ${MOST} bytes in ${COLOURS.at(-1)} colours`);
}

async function place(
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
