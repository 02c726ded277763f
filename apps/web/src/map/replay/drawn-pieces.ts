import { levelOf } from '@wakeline/domain/tracks/track-detail';
import { fixesBetween } from '@wakeline/domain/tracks/track-line';
import type { Feature } from 'geojson';
import { TRACK } from '../layers/track.ts';
import type { MapView } from '../map-view.ts';
import { CLASSES } from './color-classes.ts';
import { type ClassLines, linesByClass } from './line-by-class.ts';
import { boxesOf, levelFor, piecesIn } from './pieces-in-view.ts';
import type { ShownTrack } from './shown-track.ts';
import { NOTHING_TRAVELLED, type Travelled, travelled } from './travelled.ts';

/** A line of one colour, of a track. */
export interface DrawnPart extends ClassLines {
  readonly shown: ShownTrack;
}

/** Fixes of a piece, from one index to another. */
export interface PieceFixes {
  readonly shown: ShownTrack;
  readonly from: number;
  readonly to: number;
}

/** Room for the colours of one piece among the numbers of features. */
const COLORS = 8;
/** Half a pixel is not seen. */
const FINEST_PIXELS = 0.5;
/** Positions that are drawn finer at once. */
const MOST_FINE = 40_000;
/** Half a view more on each side is drawn finer, so that it is there when the map is dragged. */
const BEYOND = 0.5;
/** Pieces that are handed over at once: a longer line would keep the page from answering. */
const AT_ONCE = 800;
/** Metres round the equator: 512 pixels at zoom 0. */
const EQUATOR = 40_075_016.7;

interface Drawn {
  shown: ShownTrack;
  /** Number of its first piece among all that were ever drawn here. */
  readonly first: number;
  readonly boxes: Float64Array;
  /** The level of pieces that are drawn finer. */
  readonly fine: Map<number, number>;
  strong: Travelled;
}

/** The pieces of the lines of tracks on the map. */
export class DrawnPieces {
  readonly #view: MapView;
  readonly #drawn = new Map<number, Drawn>();
  #numbered = 0;
  #handing: Promise<void> = Promise.resolve();

  constructor(view: MapView) {
    this.#view = view;
  }

  /** Resolves when the map has taken what changed; null: nothing has. */
  set(tracks: readonly ShownTrack[]): Promise<void> | null {
    const kept = new Map(tracks.map((shown) => [shown.trackerId, shown]));
    const remove = this.#dropOthers(kept);
    const lines = [...kept.values()].map((shown): Drawn => {
      // Numbers of its own: the line that it replaces stays until all of this one is there.
      const first = this.#numbered;
      this.#numbered += shown.line.pieces.length;
      return { shown, first, boxes: boxesOf(shown.line), fine: new Map(), strong: NOTHING_TRAVELLED };
    });
    for (const one of lines) this.#drawn.set(one.shown.trackerId, one);
    if (remove.length === 0 && lines.length === 0) return null;
    this.#handing = this.#handing.then(() => this.#hand(lines, remove));
    return this.#handing;
  }

  /** Switches what is travelled; answers whether anything was, and the lines of what is travelled in part. */
  setTime(
    time: number,
    wake: number | null,
  ): { readonly switched: boolean; readonly parts: readonly DrawnPart[] } {
    const parts: DrawnPart[] = [];
    let switched = false;
    for (const one of this.#drawn.values()) {
      const { shown } = one;
      const next = travelled(shown.track, shown.line, time, wake, leastOf(one));
      switched ||= next.first !== one.strong.first || next.end !== one.strong.end;
      this.#move(one, next);
      for (const points of next.parts)
        for (const lines of linesByClass(points, shown.classes?.classOf ?? null))
          parts.push({ shown, ...lines });
    }
    return { switched, parts };
  }

  /** Draws what is in view as fine as can be seen, and the rest as it came. Resolves when the map has taken it; null: it is so already. */
  refine(): Promise<void> | null {
    const seen = this.#found(BEYOND);
    const level = levelFor(
      seen.map(({ one, piece }) => ({ line: one.shown.line, piece })),
      this.#wanted(),
      MOST_FINE,
    );
    const finer = new Set(
      seen.filter(({ one }) => level < one.shown.line.least).map(({ one, piece }) => idOf(one, piece, 0)),
    );
    const remove: number[] = [];
    const add: Feature[] = [];
    const redraw = (one: Drawn, piece: number) => {
      if (one.shown.classes) remove.push(...idsOf(one, piece));
      add.push(...featuresOf(one, piece));
    };
    for (const one of this.#drawn.values())
      for (const piece of [...one.fine.keys()]) {
        if (finer.has(idOf(one, piece, 0))) continue;
        one.fine.delete(piece);
        redraw(one, piece);
      }
    for (const { one, piece } of seen) {
      if (!finer.has(idOf(one, piece, 0)) || one.fine.get(piece) === level) continue;
      one.fine.set(piece, level);
      redraw(one, piece);
    }
    return add.length > 0 ? this.#view.change(TRACK, { remove, add }) : null;
  }

  /** The pieces that meet the view, and so much of it more on each side. */
  inView(beyond: number): PieceFixes[] {
    return this.#found(beyond).map(({ one: { shown }, piece }) => ({
      shown,
      from: shown.line.pieces[piece]?.from ?? 0,
      to: shown.line.pieces[piece]?.to ?? 0,
    }));
  }

  /** Reloading the style drops the feature state of the travelled part. */
  restate(): void {
    for (const one of this.#drawn.values()) this.#mark(one, one.strong.first, one.strong.end, true);
  }

  stop(): void {
    // States outlive the features of a source that is shown again.
    for (const one of this.#drawn.values()) this.#mark(one, one.strong.first, one.strong.end, false);
    this.#drawn.clear();
  }

  /** Takes the lines out that are none of these, and these out of `kept` whose line is drawn already; answers the features to be removed. */
  #dropOthers(kept: Map<number, ShownTrack>): number[] {
    const remove: number[] = [];
    for (const [id, one] of this.#drawn) {
      const next = kept.get(id);
      if (next !== undefined && isSameLine(one.shown, next)) {
        one.shown = next;
        kept.delete(id);
        continue;
      }
      this.#mark(one, one.strong.first, one.strong.end, false);
      for (const piece of one.shown.line.pieces.keys())
        for (const number of idsOf(one, piece)) remove.push(number);
      this.#drawn.delete(id);
    }
    return remove;
  }

  /**
   * Hands lines over part by part, as fine as they are wanted by then, and takes away what they replace when all are there. A line that was
   * replaced meanwhile is left.
   */
  async #hand(lines: readonly Drawn[], remove: number[]): Promise<void> {
    const pieces = lines.flatMap((one) => [...one.shown.line.pieces.keys()].map((piece) => ({ one, piece })));
    for (let at = 0; at < pieces.length; at += AT_ONCE) {
      const add = pieces
        .slice(at, at + AT_ONCE)
        .filter(({ one }) => this.#drawn.get(one.shown.trackerId) === one)
        .flatMap(({ one, piece }) => featuresOf(one, piece));
      const isLast = at + AT_ONCE >= pieces.length;
      await this.#view.change(TRACK, { add, remove: isLast ? remove : [] });
    }
    if (pieces.length === 0) await this.#view.change(TRACK, { remove });
  }

  #mark(one: Drawn, from: number, to: number, on: boolean): void {
    const { engine } = this.#view;
    for (let piece = from; piece < to; piece += 1)
      for (const id of idsOf(one, piece)) engine.setFeatureState({ source: TRACK, id }, { travelled: on });
  }

  /** Only what came or went: both are runs of pieces. */
  #move(one: Drawn, next: Travelled): void {
    const { strong } = one;
    this.#mark(one, strong.first, Math.min(strong.end, next.first), false);
    this.#mark(one, Math.max(strong.first, next.end), strong.end, false);
    this.#mark(one, next.first, Math.min(next.end, strong.first), true);
    this.#mark(one, Math.max(next.first, strong.end), next.end, true);
    one.strong = next;
  }

  #found(beyond: number): { one: Drawn; piece: number }[] {
    const area = this.#view.area(beyond);
    return [...this.#drawn.values()].flatMap((one) =>
      piecesIn(one.boxes, area).map((piece) => ({ one, piece })),
    );
  }

  /** What half a pixel is in the middle of the view. */
  #wanted(): number {
    const { engine } = this.#view;
    const metres =
      (EQUATOR * Math.cos((engine.getCenter().lat * Math.PI) / 180)) / (512 * 2 ** engine.getZoom());
    return Math.max(1, levelOf(metres * FINEST_PIXELS));
  }
}

const idOf = ({ first }: Drawn, piece: number, color: number) => (first + piece) * COLORS + color;

const leastOf =
  ({ fine, shown }: Drawn) =>
  (piece: number) =>
    fine.get(piece) ?? shown.line.least;

function idsOf(one: Drawn, piece: number): number[] {
  const colors = one.shown.classes ? CLASSES + 1 : 1;
  return Array.from({ length: colors }, (_, color) => idOf(one, piece, color));
}

function featuresOf(one: Drawn, piece: number): Feature[] {
  const { shown } = one;
  const { from, to } = shown.line.pieces[piece] ?? { from: 0, to: 0 };
  const points = fixesBetween(shown.line.levels, leastOf(one)(piece), from, to).map((fix) => ({
    fix,
    lng: shown.track.lng[fix] ?? 0,
    lat: shown.track.lat[fix] ?? 0,
  }));
  return linesByClass(points, shown.classes?.classOf ?? null).map((lines) => ({
    id: idOf(one, piece, lines.class),
    ...lineFeature({ shown, ...lines }),
  }));
}

/** A line as the style reads it: of a device's colour, of a class, or plain. */
export function lineFeature({ shown, class: name, lines }: DrawnPart): Feature {
  const properties = shown.classes ? { class: name } : shown.color ? { color: shown.color } : {};
  const [line] = lines;
  return {
    type: 'Feature',
    properties,
    geometry:
      lines.length === 1 && line !== undefined
        ? { type: 'LineString', coordinates: line }
        : { type: 'MultiLineString', coordinates: [...lines] },
  };
}

function isSameLine(a: ShownTrack, b: ShownTrack): boolean {
  return a.track === b.track && a.line === b.line && a.color === b.color && a.classes === b.classes;
}
