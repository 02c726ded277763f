import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import {
  GeoreferenceError,
  type GeoreferenceErrorCode,
  type PictureCorners,
} from '@wakeline/formats/georeferenced/georeference';
import { isTiff, readTiffHeader, type TiffHeader } from '@wakeline/formats/georeferenced/geotiff';
import { isZip, readKmzOverlay } from '@wakeline/formats/georeferenced/read-kmz-overlay';
import {
  isPdf,
  PdfError,
  type PdfErrorCode,
  renderPdfPage,
} from '@wakeline/formats/georeferenced/render-pdf';
import { MapFileError, type MapFileErrorCode } from '@wakeline/formats/map-file-error';
import sharp, { type Sharp } from 'sharp';

/** Runs in child processes only: it decodes files that users upload. */

/** A picture that can be decoded, and what its file says about its position. */
export interface OpenedPicture {
  /** Pixels, after rotation by its EXIF orientation. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly image: Sharp;
  readonly position: FilePosition | null;
}

/** Corners in WGS-84, or a grid in a coordinate system that may be unknown. */
export type FilePosition =
  | { readonly source: 'kmz'; readonly corners: PictureCorners }
  | { readonly source: 'geotiff'; readonly tiff: NonNullable<TiffHeader['position']> };

/** Formats of uploaded pictures; `webp` inside of KMZ and as the form in which pictures are stored. */
const FORMATS: ReadonlySet<string | undefined> = new Set(['png', 'jpeg', 'gif', 'webp']);

/** A page of PDF has at most this many pixels: PDFium draws it in memory of its own. */
const PDF_PIXELS = 60_000_000;

/**
 * Opens a picture by its content. Its size is checked by its header, before anything is decoded.
 *
 * @param isStored whether it is a stored picture: those are WebP, which uploads are not
 * @throws NamedError
 */
export async function openPicture(bytes: Buffer, isStored = false): Promise<OpenedPicture> {
  try {
    if (isTiff(bytes)) return await openTiff(bytes);
    if (isZip(bytes)) return await openKmz(bytes);
    if (isPdf(bytes)) return await openPdf(bytes);
    return await openImage(bytes, isStored);
  } catch (error) {
    throw toNamedError(error);
  }
}

async function openImage(bytes: Buffer, acceptWebp: boolean): Promise<OpenedPicture> {
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
  const metadata = await image.metadata().catch(() => null);
  if (metadata === null) {
    // A damaged file of an accepted format, or one of another kind.
    throw new NamedError(hasSignature(bytes) ? 'picture-broken' : 'layer-type');
  }
  if (!FORMATS.has(metadata.format) || (metadata.format === 'webp' && !acceptWebp))
    throw new NamedError('layer-type');
  const { width, height } = metadata.autoOrient;
  checkSize(width, height);
  return { width, height, hasAlpha: metadata.hasAlpha, image: image.autoOrient(), position: null };
}

/**
 * First bytes: PNG (ISO/IEC 15948, 5.2), JPEG (ITU-T T.81, B.1.1.3: SOI, then another marker) and GIF (87a and 89a,
 * section 17: the header begins with these three).
 */
const SIGNATURES = [
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from('GIF'),
];

function hasSignature(bytes: Buffer): boolean {
  return SIGNATURES.some((signature) => bytes.subarray(0, signature.length).equals(signature));
}

async function openTiff(bytes: Buffer): Promise<OpenedPicture> {
  const header = readTiffHeader(bytes);
  checkSize(header.width, header.height);
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
  const metadata = await image.metadata().catch(() => null);
  if (metadata === null || metadata.format !== 'tiff') throw new NamedError('picture-broken');
  const { width, height } = metadata.autoOrient;
  checkSize(width, height);
  // The grid is the one of the stored rows, so it does not apply to a picture that is turned.
  const isTurned = (metadata.orientation ?? 1) !== 1;
  const position =
    header.position === null || isTurned ? null : { source: 'geotiff' as const, tiff: header.position };
  return { width, height, hasAlpha: metadata.hasAlpha, image: image.autoOrient(), position };
}

async function openKmz(bytes: Buffer): Promise<OpenedPicture> {
  const { picture, corners } = readKmzOverlay(bytes, LIMITS.layerUnpackedBytes);
  const opened = await openImage(Buffer.from(picture), true);
  return { ...opened, position: { source: 'kmz', corners } };
}

async function openPdf(bytes: Buffer): Promise<OpenedPicture> {
  const { width, height, pixels } = await renderPdfPage(bytes, {
    side: LIMITS.pictureSide,
    pixels: PDF_PIXELS,
  });
  const image = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  return { width, height, hasAlpha: false, image, position: null };
}

/** A picture of one by millions of pixels takes many seconds to resize, so each side and their product are limited. */
function checkSize(width: number, height: number): void {
  if (width * height > LIMITS.layerPixels)
    throw new NamedError('picture-pixels', { max: LIMITS.layerPixels });
  if (width > LIMITS.pictureSide || height > LIMITS.pictureSide)
    throw new NamedError('picture-side', { max: LIMITS.pictureSide });
}

const GEOREFERENCE_ERRORS: Readonly<Record<GeoreferenceErrorCode, ErrorName>> = {
  'world-file': 'layer-world-file',
  'no-overlay': 'layer-overlay-missing',
  'several-overlays': 'layer-overlay-several',
  'overlay-position': 'layer-overlay-position',
  'overlay-picture': 'layer-overlay-picture',
  tiff: 'picture-broken',
};

/** Of KMZ and KML files. `type`: an archive without KML. */
const MAP_FILE_ERRORS: Readonly<Record<MapFileErrorCode, ErrorName>> = {
  type: 'layer-type',
  malformed: 'picture-broken',
  coordinates: 'layer-overlay-position',
  entities: 'picture-broken',
  expands: 'layer-file-expands',
  entries: 'layer-file-expands',
  points: 'picture-broken',
  empty: 'layer-overlay-missing',
};

const PDF_ERRORS: Readonly<Record<PdfErrorCode, ErrorName>> = {
  malformed: 'picture-broken',
  encrypted: 'layer-pdf-encrypted',
  size: 'picture-broken',
};

/** Names the errors of files; other errors stay. */
export function toNamedError(error: unknown): unknown {
  if (error instanceof GeoreferenceError) return new NamedError(GEOREFERENCE_ERRORS[error.code]);
  if (error instanceof MapFileError) return new NamedError(MAP_FILE_ERRORS[error.code]);
  if (error instanceof PdfError) return new NamedError(PDF_ERRORS[error.code]);
  return error;
}
