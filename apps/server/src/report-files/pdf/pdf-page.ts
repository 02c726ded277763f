import PDFDocument from 'pdfkit';
import { type FontWeight, PdfFont } from './pdf-font.ts';

/** Points: A4, landscape. */
export const PAGE_WIDTH = 841.89;
const PAGE_HEIGHT = 595.28;
export const MARGIN = 36;
export const CONTENT_WIDTH = PAGE_WIDTH - 2 * MARGIN;
/** Where the content of a page ends, above its footer. */
const BOTTOM = PAGE_HEIGHT - MARGIN - 14;
const FOOTER_TOP = PAGE_HEIGHT - MARGIN - 4;
const RUNNING_HEAD_HEIGHT = 22;

export const COLORS = {
  text: '#1b2733',
  muted: '#586673',
  border: '#dce2e8',
  surface: '#ffffff',
  stripe: '#f4f6f8',
} as const;

interface TextOptions {
  readonly weight?: FontWeight;
  readonly size: number;
  readonly color?: string;
  readonly align?: 'left' | 'right';
}

/** A document whose pages have a running head and a footer; `y` is where its next content begins. */
export class PdfPages {
  readonly doc: PDFKit.PDFDocument;
  readonly fonts = { regular: new PdfFont('regular'), bold: new PdfFont('bold') };
  readonly #head: readonly [left: string, right: string];
  y = MARGIN;

  /** @param head texts at the top of each page after the first */
  constructor({
    title,
    author,
    now,
    head,
  }: {
    readonly title: string;
    readonly author: string;
    readonly now: number;
    readonly head: readonly [left: string, right: string];
  }) {
    this.#head = head;
    this.doc = new PDFDocument({
      ...{ size: 'A4', layout: 'landscape', margin: 0, bufferPages: true, autoFirstPage: false },
      info: { Title: title, Author: author, CreationDate: new Date(now) },
    });
    for (const [name, font] of Object.entries(this.fonts)) this.doc.registerFont(name, font.file);
    this.doc.addPage();
  }

  /** Whether content of this height fits on the page. */
  fits(height: number): boolean {
    return this.y + height <= BOTTOM;
  }

  addPage(): void {
    this.doc.addPage();
    const [left, right] = this.#head;
    this.text(left, MARGIN, MARGIN, { weight: 'bold', size: 8 });
    this.text(right, PAGE_WIDTH - MARGIN, MARGIN, { size: 8, color: COLORS.muted, align: 'right' });
    this.y = MARGIN + RUNNING_HEAD_HEIGHT;
  }

  /** Adds a page unless this height fits. */
  require(height: number): void {
    if (!this.fits(height)) this.addPage();
  }

  widthOf(text: string, size: number, weight: FontWeight = 'regular'): number {
    return this.fonts[weight].widthOf(text, size);
  }

  /** Prints one line; `y` is its top, `x` its left or right end. Characters that the font does not have become boxes. */
  text(text: string, x: number, y: number, options: TextOptions): void {
    const { weight = 'regular', size, color = COLORS.text, align = 'left' } = options;
    const printed = this.fonts[weight].printable(text);
    if (printed === '') return;
    const left = align === 'right' ? x - this.widthOf(printed, size, weight) : x;
    // The font's own line is 1.448 high; its baseline here is where that of a line of 1.2 would be.
    this.doc
      .font(weight)
      .fontSize(size)
      .fillColor(color)
      .text(printed, left, y + size * 0.94, { lineBreak: false, baseline: 'alphabetic' });
  }

  rule(y: number, color: string = COLORS.border, thickness = 0.5): void {
    this.doc
      .moveTo(MARGIN, y)
      .lineTo(PAGE_WIDTH - MARGIN, y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke();
  }

  /** Prints the footers and returns the bytes of the file. */
  async *finish(left: string, pageText: (page: number, pages: number) => string): AsyncGenerator<Uint8Array> {
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.doc.switchToPage(page);
      this.rule(FOOTER_TOP - 5);
      this.text(left, MARGIN, FOOTER_TOP, { size: 7, color: COLORS.muted });
      const numbering = { size: 7, color: COLORS.muted, align: 'right' } as const;
      this.text(pageText(page + 1, count), PAGE_WIDTH - MARGIN, FOOTER_TOP, numbering);
    }
    this.doc.end();
    for await (const chunk of this.doc) yield new Uint8Array(chunk as Buffer);
  }
}
