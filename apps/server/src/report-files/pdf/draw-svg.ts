import type { PdfPages } from './pdf-page.ts';
import { elementsById, readSvg, type SvgElement } from './svg-tree.ts';

/** Distance of the baseline below the middle of a line, by the size of the text. */
const BASELINE = 0.36;

type Color = string | readonly [red: number, green: number, blue: number];

/** Draws the shapes and texts that the SVG renderer of ECharts writes; `scale` is points per pixel. */
export function drawSvg(pages: PdfPages, svg: string, x: number, y: number, scale: number): void {
  const root = readSvg(svg);
  const { doc } = pages;
  doc.save().translate(x, y).scale(scale);
  new SvgDrawing(pages, elementsById(root)).drawAll(root);
  doc.restore();
}

class SvgDrawing {
  readonly #pages: PdfPages;
  readonly #byId: ReadonlyMap<string, SvgElement>;

  constructor(pages: PdfPages, byId: ReadonlyMap<string, SvgElement>) {
    this.#pages = pages;
    this.#byId = byId;
  }

  drawAll({ children }: SvgElement): void {
    for (const child of children) this.#draw(child);
  }

  #draw(element: SvgElement): void {
    const { doc } = this.#pages;
    doc.save();
    const clip = this.#referenced(element.attributes['clip-path'])?.children[0];
    if (clip !== undefined) this.#clip(clip);
    applyTransform(doc, element.attributes.transform);
    switch (element.name) {
      case 'g':
        this.drawAll(element);
        break;
      case 'text':
        this.#drawText(element);
        break;
      case 'path':
      case 'polygon':
      case 'polyline':
      case 'rect':
        this.#drawShape(element);
    }
    doc.restore();
  }

  /** The clip is in the coordinates of the group, so its own transform is undone after it. */
  #clip(shape: SvgElement): void {
    const { doc } = this.#pages;
    const matrix = matrixOf(shape.attributes.transform);
    if (matrix !== null) doc.transform(...matrix);
    doc.path(pathOf(shape)).clip();
    if (matrix !== null) doc.transform(...inverse(matrix));
  }

  #drawShape(element: SvgElement): void {
    const { doc } = this.#pages;
    const { attributes } = element;
    const path = pathOf(element);
    const opacity = Number(attributes.opacity ?? 1);
    const fillOpacity = opacity * Number(attributes['fill-opacity'] ?? 1);
    const fill = this.#fillOf(element);
    if (path === '') return;
    if (fill !== null && fillOpacity > 0)
      doc
        .path(path)
        .fillOpacity(fillOpacity)
        .fill(fill as PDFKit.Mixins.ColorValue);
    const stroke = toColor(attributes.stroke);
    const width = Number(attributes['stroke-width'] ?? 1);
    if (stroke === null || width === 0) return;
    const dashes = attributes['stroke-dasharray']?.split(/[ ,]+/).map(Number);
    if (dashes?.every((one) => one > 0)) doc.dash(dashes[0] ?? 1, { space: dashes[1] ?? 1 });
    doc
      .path(path)
      .lineWidth(width)
      .strokeOpacity(opacity * Number(attributes['stroke-opacity'] ?? 1));
    doc.stroke(stroke as PDFKit.Mixins.ColorValue);
  }

  #fillOf(element: SvgElement): unknown {
    const { fill = '#000' } = element.attributes;
    const gradient = this.#referenced(fill);
    if (gradient === undefined) return toColor(fill);
    const points = numbersOf(element.attributes.points ?? '');
    const xs = points.filter((_, at) => at % 2 === 0);
    const ys = points.filter((_, at) => at % 2 === 1);
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const at = (name: string) => Number(gradient.attributes[name] ?? 0);
    const filled = this.#pages.doc.linearGradient(
      left + at('x1') * width,
      top + at('y1') * height,
      left + at('x2') * width,
      top + at('y2') * height,
    );
    for (const { attributes } of gradient.children) {
      const color = toColor(attributes['stop-color']);
      if (color !== null) filled.stop(Number.parseFloat(attributes.offset ?? '0') / 100, color as string);
    }
    return filled;
  }

  #drawText({ attributes, text }: SvgElement): void {
    const { doc, fonts } = this.#pages;
    const style = attributes.style ?? '';
    const size = Number(/font-size:([\d.]+)px/.exec(style)?.[1] ?? 12);
    const weight = /font-weight:(bold|[6-9]00)/.test(style) ? 'bold' : 'regular';
    const printed = fonts[weight].printable(text);
    const width = fonts[weight].widthOf(printed, size);
    const anchor = attributes['text-anchor'];
    const shift = anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0;
    const x = Number(attributes.x ?? 0) - shift;
    const y =
      Number(attributes.y ?? 0) + (attributes['dominant-baseline'] === 'central' ? BASELINE * size : 0);
    const color = toColor(attributes.fill ?? '#000');
    if (printed === '' || color === null) return;
    doc
      .font(weight)
      .fontSize(size)
      .fillOpacity(Number(attributes['fill-opacity'] ?? 1))
      .fillColor(color as PDFKit.Mixins.ColorValue)
      .text(printed, x, y, { lineBreak: false, baseline: 'alphabetic' });
  }

  /** The element of `url(#id)`. */
  #referenced(value: string | undefined): SvgElement | undefined {
    const id = /^url\(#(.+)\)$/.exec(value ?? '')?.[1];
    return id === undefined ? undefined : this.#byId.get(id);
  }
}

function numbersOf(text: string): readonly number[] {
  return (text.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
}

/** The path of a shape; empty: it has none. */
function pathOf({ name, attributes }: SvgElement): string {
  if (name === 'path') return attributes.d ?? '';
  if (name === 'rect') {
    const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((key) =>
      Number(attributes[key] ?? 0),
    );
    return `M${x} ${y}h${width}v${height}h${-width}Z`;
  }
  const points = numbersOf(attributes.points ?? '');
  if (points.length < 4) return '';
  return `M${points.join(' ')}${name === 'polygon' ? 'Z' : ''}`;
}

function toColor(text: string | undefined): Color | null {
  if (text === undefined || text === 'none' || text === 'transparent') return null;
  if (!text.startsWith('rgb')) return text;
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbersOf(text);
  return alpha === 0 ? null : [red, green, blue];
}

type Matrix = readonly [number, number, number, number, number, number];

/** A translation, a rotation or a matrix; null: none. */
function matrixOf(transform: string | undefined): Matrix | null {
  if (transform === undefined) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbersOf(transform);
  if (transform.startsWith('matrix')) return [a, b, c, d, e, f];
  if (transform.startsWith('translate')) return [1, 0, 0, 1, a, b];
  throw new Error(`the transform ${transform} of a chart is not known`);
}

function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

function applyTransform(doc: PDFKit.PDFDocument, transform: string | undefined): void {
  const matrix = matrixOf(transform);
  if (matrix !== null) doc.transform(...matrix);
}
