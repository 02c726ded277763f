import type { MapPalette } from '../style/palette.ts';
import type { Box, Named, NamePlaces } from './name-places.ts';

const FONT =
  '600 12px "Segoe UI", "Helvetica Neue", "Noto Sans", "PingFang SC", "Microsoft YaHei", sans-serif';
const LINE = 16;
const HALO = 3;
/** Longer names are cut. */
const LONGEST = 168;

/** Writes the names of marks. */
export interface MarkNames {
  /** How much room the name of a mark takes, whose edge is `half` pixels from its middle. */
  measure(mark: { id: number; x: number; y: number; half: number }, name: string | null): Named;
  /** Writes names where there is room for them. */
  draw(
    marks: Iterable<{ readonly id: number; readonly name: string | null }>,
    places: NamePlaces,
    label: MapPalette['label'],
  ): void;
}

export function createMarkNames(context: CanvasRenderingContext2D): MarkNames {
  const names = new Map<string, { readonly text: string; readonly width: number }>();

  /** A name as it is written, cut where it is too long. */
  function written(name: string) {
    const known = names.get(name);
    if (known !== undefined) return known;
    // A canvas that changed its size has forgotten it.
    context.font = FONT;
    const letters = [...name];
    let text = name;
    while (context.measureText(text).width > LONGEST && letters.pop() !== undefined)
      text = `${letters.join('')}…`;
    const made = { text, width: context.measureText(text).width };
    names.set(name, made);
    return made;
  }

  function write(name: string, { left, top, right, bottom }: Box): void {
    const { text } = written(name);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }

  return {
    measure({ id, x, y, half }, name) {
      const width = name === null ? 0 : written(name).width + HALO;
      return { id, x, y, clear: half, width, height: LINE };
    },
    draw(marks, places, label) {
      // A canvas that changed its size has forgotten it.
      context.font = FONT;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.lineJoin = 'round';
      context.lineWidth = HALO;
      context.strokeStyle = label.ground;
      context.fillStyle = label.text;
      for (const { id, name } of marks) {
        const box = places.get(id)?.box;
        if (name !== null && box !== undefined) write(name, box);
      }
    },
  };
}
