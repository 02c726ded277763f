import sharp from 'sharp';

/** Writes a JPEG of this size that repeats a picture. */
export async function writeLargePicture(
  path: string,
  pattern: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> {
  const background = sharp({
    create: { width, height, channels: 3, background: '#ffffff' },
    limitInputPixels: false,
  });
  await background
    .composite([{ input: pattern, tile: true, gravity: 'northwest' }])
    .jpeg({ quality: 80 })
    .toFile(path);
}
