import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

/** The first page of a PDF file as pixels. */
export interface RenderedPage {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha, one byte each, row by row. White where nothing is printed. */
  readonly pixels: Uint8Array;
}

export type PdfErrorCode = 'malformed' | 'encrypted' | 'size';

/** A PDF file whose first page cannot be drawn. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode) {
    super(code);
    this.name = 'PdfError';
    this.code = code;
  }
}

export interface PdfLimits {
  /** Maximum width and height in pixels. */
  readonly side: number;
  /** Maximum number of pixels. */
  readonly pixels: number;
}

/** Race maps are printed with 300 dots per inch or more; a point of PDF is 1/72 inch. */
const PIXELS_PER_POINT = 300 / 72;
/** A page that would be smaller than this in points has no readable content. */
const MIN_POINTS = 10;

/** Whether the bytes start like a PDF file: the header may follow other bytes (ISO 32000-1, annex H.3.4.1). */
export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1_024)).includes('%PDF-');
}

/**
 * Draws the first page with 300 dots per inch, or fewer if the limits require that.
 *
 * @throws PdfError
 */
export async function renderPdfPage(bytes: Uint8Array, limits: PdfLimits): Promise<RenderedPage> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await openDocument(library, bytes);
    try {
      return await renderFirstPage(document, limits);
    } finally {
      document.destroy();
    }
  } finally {
    library.destroy();
  }
}

/** PDFium reports a missing password with a text of its own. */
async function openDocument(library: PDFiumLibrary, bytes: Uint8Array): Promise<PDFiumDocument> {
  try {
    return await library.loadDocument(bytes);
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message);
    throw new PdfError(isLocked ? 'encrypted' : 'malformed');
  }
}

async function renderFirstPage(document: PDFiumDocument, { side, pixels }: PdfLimits): Promise<RenderedPage> {
  if (document.getPageCount() < 1) throw new PdfError('malformed');
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  if (!(originalWidth >= MIN_POINTS && originalHeight >= MIN_POINTS)) throw new PdfError('size');
  const scale = Math.min(
    PIXELS_PER_POINT,
    side / Math.max(originalWidth, originalHeight),
    Math.sqrt(pixels / (originalWidth * originalHeight)),
  );
  const { width, height, data } = await page.render({ scale, render: 'bitmap' });
  return { width, height, pixels: data };
}
