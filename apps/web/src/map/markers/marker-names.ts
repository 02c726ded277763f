import type { MapPalette } from '../style/palette.ts';
import type { Box, LabelCandidate, LabelPositions } from './label-placement.ts';

const FONT =
  '600 12px "Segoe UI", "Helvetica Neue", "Noto Sans", "PingFang SC", "Microsoft YaHei", sans-serif';
const LINE_HEIGHT = 16;
const HALO_WIDTH = 3;
/** Longer names are truncated. */
const MAX_NAME_WIDTH = 168;

/** Draws the names of markers. */
export interface MarkerNames {
  /** Measures the label of a marker whose edge is `halfSize` pixels from its centre. */
  measure(
    marker: { id: number; x: number; y: number; halfSize: number },
    name: string | null,
  ): LabelCandidate;
  /** Draws the names at their positions. */
  draw(
    markers: Iterable<{ readonly id: number; readonly name: string | null }>,
    positions: LabelPositions,
    label: MapPalette['label'],
  ): void;
}

export function createMarkerNames(context: CanvasRenderingContext2D): MarkerNames {
  const names = new Map<string, { readonly text: string; readonly width: number }>();

  /** The name, truncated if it is too long. */
  function measureName(name: string) {
    const cached = names.get(name);
    if (cached !== undefined) return cached;
    // Resizing a canvas resets its state.
    context.font = FONT;
    const letters = [...name];
    let text = name;
    while (context.measureText(text).width > MAX_NAME_WIDTH && letters.pop() !== undefined)
      text = `${letters.join('')}…`;
    const measured = { text, width: context.measureText(text).width };
    names.set(name, measured);
    return measured;
  }

  function drawName(name: string, { left, top, right, bottom }: Box): void {
    const { text } = measureName(name);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }

  return {
    measure({ id, x, y, halfSize }, name) {
      const width = name === null ? 0 : measureName(name).width + HALO_WIDTH;
      return { id, x, y, clearance: halfSize, width, height: LINE_HEIGHT };
    },
    draw(markers, positions, label) {
      // Resizing a canvas resets its state.
      context.font = FONT;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.lineJoin = 'round';
      context.lineWidth = HALO_WIDTH;
      context.strokeStyle = label.ground;
      context.fillStyle = label.text;
      for (const { id, name } of markers) {
        const box = positions.get(id)?.box;
        if (name !== null && box !== undefined) drawName(name, box);
      }
    },
  };
}
