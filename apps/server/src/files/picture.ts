import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type PictureFormat, pictureSize } from './picture-size.ts';

/** How a picture is stored: scaled to fit into this box. */
export interface PictureForm {
  readonly width: number;
  readonly height: number;
  readonly format: 'png' | 'webp';
  /** Padded with transparency to exactly this size; otherwise a picture is never enlarged. */
  readonly fill?: true;
}

export interface Picture {
  readonly content: Buffer;
  readonly mediaType: 'image/png' | 'image/webp';
  /** Pixels of the content, and of the uploaded picture after rotation by its EXIF orientation. */
  readonly width: number;
  readonly height: number;
  readonly sentWidth: number;
  readonly sentHeight: number;
}

/** Accepted pictures, and the errors of others. */
export interface AcceptedPictures {
  readonly formats: readonly PictureFormat[];
  readonly bytes: number;
  readonly tooLarge: ErrorName;
  readonly wrongType: ErrorName;
}

/** Uploaded pictures (specification, section 5). */
const DEFAULT_ACCEPTED: AcceptedPictures = {
  formats: ['png', 'jpeg'],
  bytes: LIMITS.pictureBytes,
  tooLarge: 'picture-too-large',
  wrongType: 'picture-type',
};

/**
 * First bytes: PNG (ISO/IEC 15948, 5.2), JPEG (ITU-T T.81, B.1.1.3: SOI, then another marker) and GIF (87a and 89a, section 17: the header
 * begins with these three).
 */
const SIGNATURES: Readonly<Record<PictureFormat, Buffer>> = {
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  gif: Buffer.from('GIF'),
};

/** More than a camera stores in 4 MB; a larger picture decodes to hundreds of megabytes, however small its file is. */
const MAX_PIXELS = 30_000_000;

/** A picture of one by millions of pixels takes many seconds to resize, so each side and their product are limited. */
function checkSize(width: number, height: number): void {
  const max = LIMITS.pictureSide;
  if (width * height > MAX_PIXELS) throw new NamedError('picture-pixels', { max: MAX_PIXELS });
  if (width > max || height > max) throw new NamedError('picture-side', { max });
}

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** libwebp's default of 75 shows artefacts in a large background picture. */
const WEBP_QUALITY = 82;

/**
 * Decodes an uploaded picture completely, applies its EXIF orientation, scales and re-encodes it; of several frames the first
 * one. Nothing of the file itself is stored, neither its metadata nor any hidden data.
 *
 * @throws NamedError `picture-too-large` above 4 MB, `picture-type` for content that is not png or jpeg (or as `accepted`
 * says), `picture-side` and `picture-pixels` for sizes above the limits by its header, before decoding, `picture-broken` if it
 * cannot be decoded completely
 */
export async function readPicture(
  bytes: Buffer,
  form: PictureForm,
  accepted: AcceptedPictures = DEFAULT_ACCEPTED,
): Promise<Picture> {
  if (bytes.length > accepted.bytes) throw new NamedError(accepted.tooLarge);
  const format = accepted.formats.find((one) =>
    bytes.subarray(0, SIGNATURES[one].length).equals(SIGNATURES[one]),
  );
  if (format === undefined) throw new NamedError(accepted.wrongType);
  const declaredSize = pictureSize(bytes, format);
  if (declaredSize === null) throw new NamedError('picture-broken');
  checkSize(declaredSize.width, declaredSize.height);
  const decoded = decodeQueue.then(() => decode(bytes, format, { form, accepted }));
  decodeQueue = decoded.then(
    () => undefined,
    () => undefined,
  );
  return decoded;
}

/** Pictures are decoded one after the other: an interlaced one takes up to about 130 MB of memory. */
let decodeQueue: Promise<void> = Promise.resolve();

async function decode(
  bytes: Buffer,
  format: PictureFormat,
  { form, accepted }: { readonly form: PictureForm; readonly accepted: AcceptedPictures },
): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
  const metadata = await image.metadata().catch(() => null);
  if (metadata === null) throw new NamedError('picture-broken');
  if (metadata.format !== format) throw new NamedError(accepted.wrongType);
  // The frames of a GIF can be larger than its header says.
  checkSize(metadata.width, metadata.height);
  const resized = image
    .autoOrient()
    .resize(
      form.fill
        ? { width: form.width, height: form.height, fit: 'contain', background: TRANSPARENT }
        : { width: form.width, height: form.height, fit: 'inside', withoutEnlargement: true },
    );
  const encoded = form.format === 'png' ? resized.png() : resized.webp({ quality: WEBP_QUALITY });
  const { data: content, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(() => {
    throw new NamedError('picture-broken');
  });
  return {
    content,
    mediaType: `image/${form.format}`,
    width: info.width,
    height: info.height,
    sentWidth: metadata.autoOrient.width,
    sentHeight: metadata.autoOrient.height,
  };
}
