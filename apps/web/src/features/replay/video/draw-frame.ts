import type { DrawMap } from '../../../map/capture-frames.ts';

/** A device in the legend of a video. */
export interface Legend {
  readonly name: string;
  /** Colour of its line; null: there is only one. */
  readonly color: string | null;
}

/** The texts in each frame of a video. */
export interface FrameTexts {
  /** The displayed time. */
  readonly time: string;
  readonly legend: readonly Legend[];
  /** Text for devices that do not fit; null: all are listed. */
  readonly more: string | null;
  /** The name of the console, and the attribution of the base map. */
  readonly owner: string;
  readonly credits: string;
}

/** Maximum frame size; larger maps are scaled down to even sizes, because encoders work on blocks of two pixels. */
const MAX_SIZE = { width: 1_920, height: 1_080 };
/** Sizes below are for a frame height of 900 pixels and scale with it. */
const BASE_HEIGHT = 900;
const PAD = 10;
const TEXT = 15;
const SMALL = 12;
const FONT = 'system-ui, "Noto Sans SC", sans-serif';

/** The video size for a map of this size, in pixels. */
export function videoSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIZE.width / width, MAX_SIZE.height / height);
  const even = (pixels: number) => Math.max(2, Math.floor((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/** Maximum number of devices in the legend. */
export const MAX_LEGEND_ENTRIES = 12;

/** Draws a frame of the video: the map with time, legend and attribution. */
export function drawFrame(
  context: CanvasRenderingContext2D,
  drawMap: DrawMap,
  logo: CanvasImageSource | null,
  texts: FrameTexts,
): void {
  const { width, height } = context.canvas;
  const unit = Math.max(0.75, height / BASE_HEIGHT);
  drawMap(context);
  context.save();
  context.scale(unit, unit);
  const right = width / unit;
  const bottom = height / unit;
  drawHeader(context, logo, texts);
  if (texts.legend.length > 0) drawLegend(context, texts);
  drawCredits(context, right, bottom, texts.credits);
  context.restore();
}

function drawHeader(
  context: CanvasRenderingContext2D,
  logo: CanvasImageSource | null,
  { time, owner }: FrameTexts,
): void {
  context.font = `600 ${TEXT}px ${FONT}`;
  const timeWidth = context.measureText(time).width;
  context.font = `${SMALL}px ${FONT}`;
  const ownerWidth = owner === '' ? 0 : context.measureText(owner).width + PAD;
  const logoWidth = logo === null ? 0 : 24 + PAD;
  drawBackdrop(context, PAD, PAD, logoWidth + timeWidth + ownerWidth + 2 * PAD, 36);
  if (logo !== null) context.drawImage(logo, 2 * PAD, PAD + 6, 24, 24);
  context.textBaseline = 'middle';
  context.fillStyle = '#ffffff';
  context.font = `600 ${TEXT}px ${FONT}`;
  context.fillText(time, 2 * PAD + logoWidth, PAD + 19);
  context.font = `${SMALL}px ${FONT}`;
  context.fillStyle = '#d5dde5';
  if (owner !== '') context.fillText(owner, 3 * PAD + logoWidth + timeWidth, PAD + 19);
}

function drawLegend(context: CanvasRenderingContext2D, { legend, more }: FrameTexts): void {
  context.font = `${SMALL}px ${FONT}`;
  const named = legend.slice(0, MAX_LEGEND_ENTRIES);
  const lines = more === null ? named : [...named, { name: more, color: null }];
  const widest = Math.max(...lines.map(({ name }) => context.measureText(name).width));
  const top = PAD + 36 + 6;
  drawBackdrop(context, PAD, top, Math.min(260, widest + 22) + 2 * PAD, lines.length * 20 + PAD);
  context.textBaseline = 'middle';
  lines.forEach(({ name, color }, index) => {
    const y = top + PAD / 2 + index * 20 + 10;
    if (color !== null) {
      context.fillStyle = color;
      context.fillRect(2 * PAD, y - 2, 14, 4);
    }
    context.fillStyle = '#ffffff';
    context.fillText(name, 2 * PAD + (color === null ? 0 : 22), y, 238);
  });
}

/** The attribution of the base map, as its licences require, limited to the width. */
function drawCredits(
  context: CanvasRenderingContext2D,
  right: number,
  bottom: number,
  credits: string,
): void {
  if (credits === '') return;
  context.font = `11px ${FONT}`;
  const width = Math.min(right - 4 * PAD, context.measureText(credits).width);
  drawBackdrop(context, right - width - 3 * PAD, bottom - PAD - 20, width + 2 * PAD, 20);
  context.textBaseline = 'middle';
  context.fillStyle = '#ffffff';
  context.fillText(credits, right - width - 2 * PAD, bottom - PAD - 9, width);
}

/** A dark background for white text: legible on any map. */
function drawBackdrop(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  context.fillStyle = 'rgb(13 19 24 / 78%)';
  context.beginPath();
  context.roundRect(x, y, width, height, 6);
  context.fill();
}
