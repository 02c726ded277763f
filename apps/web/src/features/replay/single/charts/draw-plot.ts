import type { Columns } from './columns.ts';
import type { ValueScale } from './scale.ts';

/** The current theme colours of a plot. */
export interface PlotColours {
  readonly line: string;
  readonly grid: string;
  readonly text: string;
}

export interface Plot {
  readonly columns: Columns;
  readonly scale: ValueScale;
  /** Converts from the unit of the columns to that of the scale. */
  readonly toScaleUnit: (value: number) => number;
  /** Size of the plot without its labels, pixels. */
  readonly width: number;
  readonly height: number;
}

/** Space for tick labels at the left, and for the last time label at the right, pixels. */
export const PLOT_LEFT = 46;
export const PLOT_RIGHT = 16;
/** Space for the name and the current value above, and below, pixels. */
export const PLOT_TOP = 22;
export const PLOT_BOTTOM = 7;
const LINE = 1.5;
const LEADING = 12;

/** Draws the grid lines, the area below the values, and their line. */
export function drawPlot(context: CanvasRenderingContext2D, plot: Plot, colours: PlotColours): void {
  const { scale, width, height } = plot;
  context.clearRect(0, 0, PLOT_LEFT + width + PLOT_RIGHT, height);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  // A low plot has only space for the labels at its edges.
  const crowded = (scale.ticks.length - 1) * LEADING > height - PLOT_TOP - PLOT_BOTTOM;
  scale.ticks.forEach((tick, index) => {
    const y = Math.round(yOf(plot, tick)) + 0.5;
    context.fillStyle = colours.grid;
    context.fillRect(PLOT_LEFT, y - 0.5, width, 1);
    if (crowded && index !== 0 && index !== scale.ticks.length - 1) return;
    context.fillStyle = colours.text;
    context.fillText(tickText(tick), PLOT_LEFT - 6, y);
  });
  context.save();
  context.beginPath();
  context.rect(PLOT_LEFT, 0, width, height);
  context.clip();
  context.translate(PLOT_LEFT, 0);
  context.globalAlpha = 0.12;
  context.fillStyle = colours.line;
  traceArea(context, plot);
  context.globalAlpha = 1;
  context.strokeStyle = colours.line;
  context.lineWidth = LINE;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  traceLine(context, plot);
  context.restore();
}

function tickText(tick: number): string {
  return String(tick).replace('-', '−');
}

function yOf({ scale, height }: Plot, value: number): number {
  const fraction = (value - scale.low) / Math.max(scale.high - scale.low, Number.MIN_VALUE);
  return height - PLOT_BOTTOM - fraction * (height - PLOT_TOP - PLOT_BOTTOM);
}

function traceLine(context: CanvasRenderingContext2D, plot: Plot): void {
  const { columns, toScaleUnit } = plot;
  const y = (value: number | undefined) => yOf(plot, toScaleUnit(value ?? 0));
  context.beginPath();
  for (let at = 0; at < columns.length; at += 1) {
    const x = columns.firstX[at] ?? 0;
    const first = y(columns.first[at]);
    if (columns.joined[at] === 1) context.lineTo(x, first);
    else {
      context.moveTo(x, first);
      // A single value is drawn as a dot by the round line cap.
      context.lineTo(x, first);
    }
    const end = columns.lastX[at] ?? x;
    if (end === x) continue;
    const centre = (x + end) / 2;
    context.lineTo(centre, y(columns.min[at]));
    context.lineTo(centre, y(columns.max[at]));
    context.lineTo(end, y(columns.last[at]));
  }
  context.stroke();
}

/** The area from the baseline to the maximum of each column. */
function traceArea(context: CanvasRenderingContext2D, plot: Plot): void {
  const { columns, toScaleUnit, scale } = plot;
  const baseline = yOf(plot, Math.max(scale.low, Math.min(0, scale.high)));
  context.beginPath();
  for (let at = 0; at < columns.length; at += 1) {
    if (columns.joined[at] !== 1) {
      if (at > 0) context.lineTo(columns.lastX[at - 1] ?? 0, baseline);
      context.moveTo(columns.firstX[at] ?? 0, baseline);
    }
    const top = yOf(plot, toScaleUnit(columns.max[at] ?? 0));
    context.lineTo(columns.firstX[at] ?? 0, top);
    context.lineTo(columns.lastX[at] ?? 0, top);
  }
  if (columns.length > 0) context.lineTo(columns.lastX[columns.length - 1] ?? 0, baseline);
  context.fill();
}
