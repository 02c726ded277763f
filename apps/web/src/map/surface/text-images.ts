import type { MapPalette } from '../style/palette.ts';
import type { DrawnImage } from './atlas.ts';
import type { LabelImage } from './labels.ts';

const FAMILIES =
  '"Segoe UI", "Helvetica Neue", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif';
/** Higher resolutions are not noticeable on moving texts. */
const MAX_PIXEL_RATIO = 2;
/** Texts whose width is kept. */
const MAX_MEASURED = 5_000;

export interface TextStyle {
  /** Pixels. */
  readonly size: number;
  readonly weight: 400 | 600 | 700;
  readonly colour: string;
  /** An outline for contrast on any background; null: none. */
  readonly halo: { readonly colour: string; readonly width: number } | null;
  /** Longer texts are truncated, pixels. */
  readonly maxWidth?: number;
}

/** One line of text. */
export function textImage(text: string, style: TextStyle): LabelImage {
  const { size, weight, colour, halo, maxWidth = Number.POSITIVE_INFINITY } = style;
  const font = `${weight} ${size}px ${FAMILIES}`;
  const visible = truncate(text, font, maxWidth);
  const ratio = pixelRatio();
  const width = Math.ceil(measure(visible, font) + (halo?.width ?? 0)) + 1;
  const height = Math.ceil(size * LINE_HEIGHT);
  return {
    key: JSON.stringify(['text', visible, font, colour, halo, ratio]),
    width,
    height,
    draw: () =>
      drawText(width, height, ratio, (context) => {
        context.font = font;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        if (halo !== null) {
          context.lineJoin = 'round';
          context.lineWidth = halo.width;
          context.strokeStyle = halo.colour;
          context.strokeText(visible, width / 2, height / 2);
        }
        context.fillStyle = colour;
        context.fillText(visible, width / 2, height / 2);
      }),
  };
}

/** Of the size of a text. */
const LINE_HEIGHT = 4 / 3;

/** The boxes of the specification: 24 px with a bold text of 10 px, or lines of 18 px with a larger first one. */
const BOX = {
  single: { line: 12, padding: [6, 7], first: `700 10px ${FAMILIES}` },
  detailed: { line: 18, padding: [4, 8], first: `700 12px ${FAMILIES}` },
} as const;
const BOX_FONT = `400 10px ${FAMILIES}`;
const BOX_CORNER = 5;
const BOX_OPACITY = 0.8;

/** The label of a device: its name, or its name above more lines, in a box. */
export function boxImage(
  lines: readonly string[],
  mode: keyof typeof BOX,
  { flavour, label }: MapPalette,
): LabelImage {
  const { line, padding, first } = BOX[mode];
  const [vertical, horizontal] = padding;
  const fontOf = (index: number) => (index === 0 ? first : BOX_FONT);
  const ratio = pixelRatio();
  const textWidth = Math.max(...lines.map((text, index) => measure(text, fontOf(index))));
  const width = Math.ceil(textWidth) + 2 * horizontal;
  const height = lines.length * line + 2 * vertical;
  return {
    key: JSON.stringify(['box', lines, mode, flavour, ratio]),
    width,
    height,
    draw: () =>
      drawText(width, height, ratio, (context) => {
        context.globalAlpha = BOX_OPACITY;
        context.beginPath();
        context.roundRect(0.5, 0.5, width - 1, height - 1, BOX_CORNER);
        context.fillStyle = label.ground;
        context.fill();
        context.strokeStyle = label.edge;
        context.stroke();
        context.globalAlpha = 1;
        context.fillStyle = label.text;
        context.textBaseline = 'middle';
        for (const [index, text] of lines.entries()) {
          context.font = fontOf(index);
          context.fillText(text, horizontal, vertical + (index + 0.5) * line);
        }
      }),
  };
}

function pixelRatio(): number {
  return Math.min(MAX_PIXEL_RATIO, devicePixelRatio);
}

let measuring: OffscreenCanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();

/** Width of a text in pixels. */
function measure(text: string, font: string): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  measuring ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (measuring === null) throw new Error('this browser cannot draw on a 2D canvas');
  measuring.font = font;
  const { width } = measuring.measureText(text);
  if (widths.size >= MAX_MEASURED) widths.clear();
  widths.set(key, width);
  return width;
}

function truncate(text: string, font: string, maxWidth: number): string {
  if (measure(text, font) <= maxWidth) return text;
  const letters = [...text];
  let truncated = text;
  while (measure(truncated, font) > maxWidth && letters.pop() !== undefined)
    truncated = `${letters.join('')}…`;
  return truncated;
}

function drawText(
  width: number,
  height: number,
  ratio: number,
  draw: (context: OffscreenCanvasRenderingContext2D) => void,
): DrawnImage {
  const canvas = new OffscreenCanvas(Math.ceil(width * ratio), Math.ceil(height * ratio));
  // Without this hint the canvas lives on the graphics card, and reading it takes 10 ms for each image.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser cannot draw on a 2D canvas');
  context.scale(ratio, ratio);
  draw(context);
  return { data: context.getImageData(0, 0, canvas.width, canvas.height), pixelRatio: ratio };
}
