import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Red, green, blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Status colours of the specification, section 9. */
export const COLOURS = {
  RUNNING: [0x20, 0xc0, 0x23],
  STOP: [0x23, 0x98, 0xf3],
  OFFLINE: [0x86, 0x86, 0x86],
  SOS: [0xd3, 0x0d, 0x0d],
} as const satisfies Record<string, Colour>;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Tolerance per channel for rounding. */
const TOLERANCE = 6;

/** Number of pixels of a colour in a part of the page: the only way to test what the map draws. */
export async function countPixels(page: Page, colour: Colour, clip: Box): Promise<number> {
  const shot = await page.screenshot({ clip });
  return page.evaluate(
    async ({ base64, wanted, tolerance }) => {
      const bytes = await (await fetch(`data:image/png;base64,${base64}`)).blob();
      const picture = await createImageBitmap(bytes);
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, picture.width, picture.height);
      let found = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (wanted.every((value, channel) => Math.abs((data[i + channel] ?? 0) - value) <= tolerance))
          found++;
      }
      return found;
    },
    { base64: shot.toString('base64'), wanted: colour, tolerance: TOLERANCE },
  );
}

/** The pixels of a part of the page, by column and row from its top left corner. */
export async function readPixels(page: Page, clip: Box): Promise<(x: number, y: number) => Colour> {
  const shot = await page.screenshot({ clip });
  const { data, info } = await sharp(shot).raw().toBuffer({ resolveWithObject: true });
  return (x, y) => {
    const at = (y * info.width + x) * info.channels;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  };
}
