import type { LngLat, MapView } from '../map-view.ts';
import { type MapPalette, PALETTES } from '../style/palette.ts';
import { addCircles, type Circle } from '../surface/circles.ts';
import { addLabels, type Label } from '../surface/labels.ts';
import { addLines } from '../surface/lines.ts';
import { type MapPoint, toMapPoint } from '../surface/map-point.ts';
import { restAt } from '../surface/moving-point.ts';
import { toRgba } from '../surface/rgba.ts';
import { openSurface } from '../surface/surface.ts';
import { textImage } from '../surface/text-images.ts';
import type { LineVertices } from '../surface/thin-line.ts';

/** A participant of a race as drawn on the map. */
export interface Racer extends LngLat {
  readonly id: number;
  /** `#rrggbb` */
  readonly color: string;
  /** Beside the circle: a number or name. */
  readonly label: string;
  /** Higher ones are on top. */
  readonly order: number;
  readonly selected: boolean;
  /** Somebody else is followed. */
  readonly muted: boolean;
  /** Earlier positions, the oldest first, without the current one. */
  readonly tail: readonly LngLat[];
}

export interface RacersOnMap {
  /** Replaces the participants. */
  set(racers: readonly Racer[]): void;
  /** The topmost one at a pixel of the map; `tolerance`: pixels around circles that still count. */
  findAt(pixel: { readonly x: number; readonly y: number }, tolerance: number): number | null;
  stop(): void;
}

/** Those that are not followed, while somebody is. */
const MUTED = 0.35;
const TAIL = { width: 3, casingWidth: 1, casingOpacity: 0.6 } as const;
const CIRCLE = {
  usual: { radius: 7, strokeWidth: 2, textSize: 12 },
  selected: { radius: 9, strokeWidth: 3, textSize: 14 },
} as const;
const HALO_WIDTH = 3.2;
/** Distance of a number from the centre of its circle, in sizes of the text. */
const NUMBER_DISTANCE = 0.9;
const NUMBER_SIDES = ['above', 'left', 'right', 'below'] as const;

function tailStyle({ casing }: MapPalette) {
  const { width, casingWidth, casingOpacity } = TAIL;
  return { width, casingWidth, casing: toRgba(casing, casingOpacity) };
}

/** Draws the participants of a race: circles with numbers above their tails, without any clusters. */
export function showRacers(view: MapView): RacersOnMap {
  const surface = openSurface(view);
  const tails = addLines(surface, 'racer-tails', tailStyle(PALETTES[view.flavour]));
  const circles = addCircles(surface, 'racers');
  const numbers = addLabels(surface, 'racer-numbers');
  /** The lowest first. */
  let racers: readonly Racer[] = [];

  function draw(): void {
    const palette = PALETTES[view.flavour];
    const points = racers.map((racer) => toMapPoint(view, racer));
    const pointOf = (index: number) => points[index] ?? { x: 0, y: 0 };
    circles.set(racers.map((racer, index) => toCircle(racer, pointOf(index), palette)));
    numbers.set(racers.map((racer, index) => toLabel(racer, pointOf(index), palette)).toReversed());
    tails.setStyle(tailStyle(palette));
    tails.clear();
    for (const [index, racer] of racers.entries()) {
      if (racer.tail.length === 0) continue;
      const line = tailLine(pointOf(index), racer, (lngLat) => toMapPoint(view, lngLat));
      tails.put(racer.id, { ...line, colour: toRgba(racer.color) });
    }
  }

  const redraw = view.onRedraw(draw);

  return {
    set(next) {
      racers = next.toSorted((a, b) => a.order - b.order);
      draw();
    },
    findAt(pixel, tolerance) {
      const [circle] = circles.findAt(pixel, tolerance);
      if (circle !== undefined) return racers[circle]?.id ?? null;
      const number = numbers.findAt(pixel);
      return number === null ? null : (racers.at(-1 - number)?.id ?? null);
    },
    stop() {
      redraw.unsubscribe();
      tails.stop();
      circles.stop();
      numbers.stop();
      surface.close();
    },
  };
}

const opacityOf = ({ muted }: Racer) => (muted ? MUTED : 1);
const sizesOf = ({ selected }: Racer) => CIRCLE[selected ? 'selected' : 'usual'];

function toCircle(racer: Racer, point: MapPoint, { casing }: MapPalette): Circle {
  const { radius, strokeWidth } = sizesOf(racer);
  const opacity = opacityOf(racer);
  return {
    point: restAt(point),
    radius,
    fill: toRgba(racer.color, opacity),
    strokeWidth,
    stroke: toRgba(casing, opacity),
  };
}

/** Numbers avoid each other; circles are too dense at a start for that. */
function toLabel(racer: Racer, point: MapPoint, { label }: MapPalette): Label {
  const { textSize } = sizesOf(racer);
  return {
    id: racer.id,
    point: restAt(point),
    image:
      racer.label === ''
        ? null
        : textImage(racer.label, {
            size: textSize,
            weight: 700,
            colour: label.text,
            halo: { colour: label.ground, width: HALO_WIDTH },
          }),
    halfSize: 0,
    clearance: NUMBER_DISTANCE * textSize,
    sides: NUMBER_SIDES,
    opacity: opacityOf(racer),
  };
}

/** The tail of a participant, which ends at their point and does not jump across the antimeridian. */
export function tailLine(
  end: MapPoint,
  racer: Pick<Racer, 'tail' | 'muted'>,
  toPoint: (lngLat: LngLat) => MapPoint,
): LineVertices {
  const points = [...racer.tail.map(toPoint).map(({ x, y }) => ({ x: x + Math.round(end.x - x), y })), end];
  const opacity = racer.muted ? MUTED : 1;
  return {
    length: points.length,
    x: points.map(({ x }) => x),
    y: points.map(({ y }) => y),
    joined: points.map((_, at) => (at < points.length - 1 ? 1 : 0)),
    opacity: points.map(() => opacity),
  };
}
