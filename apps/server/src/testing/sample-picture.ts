import sharp from 'sharp';

/** A small PNG of one colour. */
export async function samplePicture(): Promise<File> {
  const create = { width: 4, height: 4, channels: 3, background: '#0b5cad' } as const;
  const png = await sharp({ create }).png().toBuffer();
  return new File([new Uint8Array(png)], 'sample.png', { type: 'image/png' });
}
