import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import sharp from 'sharp';
import { type PictureFormat, pictureSize } from './picture-size.ts';

/** How a picture is kept: it is made to fit into this box. */
export interface PictureForm {
  readonly width: number;
  readonly height: number;
  readonly format: 'png' | 'webp';
  /** It gets just this size, with see-through ground beside it; without this it is never made larger. */
  readonly fill?: true;
}

export interface Picture {
  readonly content: Buffer;
  readonly mediaType: 'image/png' | 'image/webp';
  /** Pixels of the content, and of what was sent as one sees it (turned as its camera says). */
  readonly width: number;
  readonly height: number;
  readonly sentWidth: number;
  readonly sentHeight: number;
}

/** What is taken, and how it is refused. */
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

/** More than a camera packs into 4 MB; a picture of more unpacks to hundreds of megabytes, however small its file is. */
const MAX_PIXELS = 30_000_000;

/** A picture one pixel wide and millions high takes many seconds to resize: each side is bounded, and their product. */
function checkSize(width: number, height: number): void {
  const max = LIMITS.pictureSide;
  if (width * height > MAX_PIXELS) throw new NamedError('picture-pixels', { most: MAX_PIXELS });
  if (width > max || height > max) throw new NamedError('picture-side', { most: max });
}

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** libwebp's own default is 75; a large picture behind a form shows its edges at that. */
const WEBP_QUALITY = 82;

/**
 * Makes a picture of ours out of what somebody sent: decoded whole, turned as its camera says, fitted and encoded anew, of several
 * pictures in one file the first. Nothing of the file itself is kept, so neither its metadata nor what may hide behind or between its parts.
 *
 * @throws NamedError `picture-too-large` above 4 MB, `picture-type` for what is not png or jpeg by its content (or as `taken` says),
 * `picture-side` and `picture-pixels` for more than it may have, by its header and before anything is decoded, `picture-broken` for
 * one that cannot be decoded to its end
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
  const decoded = decodeQueue.then(() => decode(bytes, format, { form, taken: accepted }));
  decodeQueue = decoded.then(
    () => undefined,
    () => undefined,
  );
  return decoded;
}

/** Pictures are decoded one after the other: an interlaced one is in memory whole meanwhile, up to some 130 MB. */
let decodeQueue: Promise<void> = Promise.resolve();

async function decode(
  bytes: Buffer,
  format: PictureFormat,
  { form, taken: accepted }: { readonly form: PictureForm; readonly taken: AcceptedPictures },
): Promise<Picture> {
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
  const metadata = await image.metadata().catch(() => null);
  if (metadata === null) throw new NamedError('picture-broken');
  if (metadata.format !== format) throw new NamedError(accepted.wrongType);
  // The pictures of a GIF may be larger than its header says.
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
