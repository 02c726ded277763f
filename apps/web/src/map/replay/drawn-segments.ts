import { levelOf } from '@wakeline/domain/tracks/significance';
import { fixesBetween } from '@wakeline/domain/tracks/track-line';
import type { Feature } from 'geojson';
import { TRACK } from '../layers/track.ts';
import type { MapView } from '../map-view.ts';
import { CLASS_COUNT } from './color-classes.ts';
import { findTravelled, NOTHING_TRAVELLED, type Travelled } from './find-travelled.ts';
import { type ClassLines, linesByClass } from './line-by-class.ts';
import { chooseLevel, findSegments, segmentBoxes } from './segments-in-view.ts';
import type { VisibleTrack } from './visible-track.ts';

/** A line of one colour, of a track. */
export interface PartialLine extends ClassLines {
  readonly visibleTrack: VisibleTrack;
}

/** Fixes of a piece, from one index to another. */
export interface SegmentFixes {
  readonly visibleTrack: VisibleTrack;
  readonly from: number;
  readonly to: number;
}

/** Room for the colours of one piece among the numbers of features. */
const IDS_PER_SEGMENT = 8;
/** Half a pixel is not seen. */
const DETAIL_PIXELS = 0.5;
/** Positions that are drawn finer at once. */
const MAX_DETAIL_POSITIONS = 40_000;
/** Half a view more on each side is drawn finer, so that it is there when the map is dragged. */
const VIEW_MARGIN = 0.5;
/** Pieces that are handed over at once: a longer line would keep the page from answering. */
const SEGMENTS_PER_UPDATE = 800;
/** Metres round the equator: 512 pixels at zoom 0. */
const EQUATOR_METRES = 40_075_016.7;

interface DrawnTrack {
  visibleTrack: VisibleTrack;
  /** Number of its first piece among all that were ever drawn here. */
  readonly first: number;
  readonly boxes: Float64Array;
  /** The level of pieces that are drawn finer. */
  readonly detailLevels: Map<number, number>;
  travelled: Travelled;
}

/** The pieces of the lines of tracks on the map. */
export class DrawnSegments {
  readonly #view: MapView;
  readonly #drawn = new Map<number, DrawnTrack>();
  #nextSegmentNumber = 0;
  #pendingUpdate: Promise<void> = Promise.resolve();

  constructor(view: MapView) {
    this.#view = view;
  }

  /** Resolves when the map has taken what changed; null: nothing has. */
  set(tracks: readonly VisibleTrack[]): Promise<void> | null {
    const newTracks = new Map(tracks.map((visibleTrack) => [visibleTrack.trackerId, visibleTrack]));
    const remove = this.#dropOthers(newTracks);
    const lines = [...newTracks.values()].map((visibleTrack): DrawnTrack => {
      // Numbers of its own: the line that it replaces stays until all of this one is there.
      const first = this.#nextSegmentNumber;
      this.#nextSegmentNumber += visibleTrack.line.segments.length;
      return {
        visibleTrack,
        first,
        boxes: segmentBoxes(visibleTrack.line),
        detailLevels: new Map(),
        travelled: NOTHING_TRAVELLED,
      };
    });
    for (const one of lines) this.#drawn.set(one.visibleTrack.trackerId, one);
    if (remove.length === 0 && lines.length === 0) return null;
    this.#pendingUpdate = this.#pendingUpdate.then(() => this.#addInBatches(lines, remove));
    return this.#pendingUpdate;
  }

  /** Switches what is travelled; answers whether anything was, and the lines of what is travelled in part. */
  setTime(
    time: number,
    trailMs: number | null,
  ): { readonly hasChanged: boolean; readonly partialLines: readonly PartialLine[] } {
    const partialLines: PartialLine[] = [];
    let hasChanged = false;
    for (const one of this.#drawn.values()) {
      const { visibleTrack } = one;
      const next = findTravelled(visibleTrack.track, visibleTrack.line, time, trailMs, minLevelOf(one));
      hasChanged ||= next.first !== one.travelled.first || next.end !== one.travelled.end;
      this.#switchTravelled(one, next);
      for (const points of next.partialLines)
        for (const lines of linesByClass(points, visibleTrack.classes?.classOf ?? null))
          partialLines.push({ visibleTrack, ...lines });
    }
    return { hasChanged, partialLines };
  }

  /** Draws what is in view as fine as can be seen, and the rest as it came. Resolves when the map has taken it; null: it is so already. */
  refine(): Promise<void> | null {
    const visible = this.#findVisible(VIEW_MARGIN);
    const level = chooseLevel(
      visible.map(({ one, segment }) => ({ line: one.visibleTrack.line, segment })),
      this.#detailLevel(),
      MAX_DETAIL_POSITIONS,
    );
    const finer = new Set(
      visible
        .filter(({ one }) => level < one.visibleTrack.line.minLevel)
        .map(({ one, segment }) => featureId(one, segment, 0)),
    );
    const remove: number[] = [];
    const add: Feature[] = [];
    const redraw = (one: DrawnTrack, segment: number) => {
      if (one.visibleTrack.classes) remove.push(...featureIds(one, segment));
      add.push(...createFeatures(one, segment));
    };
    for (const one of this.#drawn.values())
      for (const segment of [...one.detailLevels.keys()]) {
        if (finer.has(featureId(one, segment, 0))) continue;
        one.detailLevels.delete(segment);
        redraw(one, segment);
      }
    for (const { one, segment } of visible) {
      if (!finer.has(featureId(one, segment, 0)) || one.detailLevels.get(segment) === level) continue;
      one.detailLevels.set(segment, level);
      redraw(one, segment);
    }
    return add.length > 0 ? this.#view.change(TRACK, { remove, add }) : null;
  }

  /** The pieces that meet the view, and so much of it more on each side. */
  findInView(margin: number): SegmentFixes[] {
    return this.#findVisible(margin).map(({ one: { visibleTrack }, segment }) => ({
      visibleTrack,
      from: visibleTrack.line.segments[segment]?.from ?? 0,
      to: visibleTrack.line.segments[segment]?.to ?? 0,
    }));
  }

  /** Reloading the style drops the feature state of the travelled part. */
  restoreState(): void {
    for (const one of this.#drawn.values())
      this.#setTravelled(one, one.travelled.first, one.travelled.end, true);
  }

  stop(): void {
    // States outlive the features of a source that is shown again.
    for (const one of this.#drawn.values())
      this.#setTravelled(one, one.travelled.first, one.travelled.end, false);
    this.#drawn.clear();
  }

  /** Takes the lines out that are none of these, and these out of `kept` whose line is drawn already; answers the features to be removed. */
  #dropOthers(newTracks: Map<number, VisibleTrack>): number[] {
    const remove: number[] = [];
    for (const [id, one] of this.#drawn) {
      const next = newTracks.get(id);
      if (next !== undefined && isSameLine(one.visibleTrack, next)) {
        one.visibleTrack = next;
        newTracks.delete(id);
        continue;
      }
      this.#setTravelled(one, one.travelled.first, one.travelled.end, false);
      for (const segment of one.visibleTrack.line.segments.keys())
        for (const number of featureIds(one, segment)) remove.push(number);
      this.#drawn.delete(id);
    }
    return remove;
  }

  /**
   * Hands lines over part by part, as fine as they are wanted by then, and takes away what they replace when all are there. A line that was
   * replaced meanwhile is left.
   */
  async #addInBatches(lines: readonly DrawnTrack[], remove: number[]): Promise<void> {
    const segments = lines.flatMap((one) =>
      [...one.visibleTrack.line.segments.keys()].map((segment) => ({ one, segment })),
    );
    for (let at = 0; at < segments.length; at += SEGMENTS_PER_UPDATE) {
      const add = segments
        .slice(at, at + SEGMENTS_PER_UPDATE)
        .filter(({ one }) => this.#drawn.get(one.visibleTrack.trackerId) === one)
        .flatMap(({ one, segment }) => createFeatures(one, segment));
      const isLast = at + SEGMENTS_PER_UPDATE >= segments.length;
      await this.#view.change(TRACK, { add, remove: isLast ? remove : [] });
    }
    if (segments.length === 0) await this.#view.change(TRACK, { remove });
  }

  #setTravelled(one: DrawnTrack, from: number, to: number, on: boolean): void {
    const { engine } = this.#view;
    for (let segment = from; segment < to; segment += 1)
      for (const id of featureIds(one, segment))
        engine.setFeatureState({ source: TRACK, id }, { travelled: on });
  }

  /** Only what came or went: both are runs of pieces. */
  #switchTravelled(one: DrawnTrack, next: Travelled): void {
    const { travelled: previous } = one;
    this.#setTravelled(one, previous.first, Math.min(previous.end, next.first), false);
    this.#setTravelled(one, Math.max(previous.first, next.end), previous.end, false);
    this.#setTravelled(one, next.first, Math.min(next.end, previous.first), true);
    this.#setTravelled(one, Math.max(next.first, previous.end), next.end, true);
    one.travelled = next;
  }

  #findVisible(margin: number): { one: DrawnTrack; segment: number }[] {
    const bounds = this.#view.getVisibleBounds(margin);
    return [...this.#drawn.values()].flatMap((one) =>
      findSegments(one.boxes, bounds).map((segment) => ({ one, segment })),
    );
  }

  /** What half a pixel is in the middle of the view. */
  #detailLevel(): number {
    const { engine } = this.#view;
    const metres =
      (EQUATOR_METRES * Math.cos((engine.getCenter().lat * Math.PI) / 180)) / (512 * 2 ** engine.getZoom());
    return Math.max(1, levelOf(metres * DETAIL_PIXELS));
  }
}

const featureId = ({ first }: DrawnTrack, segment: number, color: number) =>
  (first + segment) * IDS_PER_SEGMENT + color;

const minLevelOf =
  ({ detailLevels, visibleTrack }: DrawnTrack) =>
  (segment: number) =>
    detailLevels.get(segment) ?? visibleTrack.line.minLevel;

function featureIds(drawn: DrawnTrack, segment: number): number[] {
  const colors = drawn.visibleTrack.classes ? CLASS_COUNT + 1 : 1;
  return Array.from({ length: colors }, (_, color) => featureId(drawn, segment, color));
}

function createFeatures(drawn: DrawnTrack, segment: number): Feature[] {
  const { visibleTrack } = drawn;
  const { from, to } = visibleTrack.line.segments[segment] ?? { from: 0, to: 0 };
  const points = fixesBetween(visibleTrack.line.levels, minLevelOf(drawn)(segment), from, to).map((fix) => ({
    fix,
    lng: visibleTrack.track.lng[fix] ?? 0,
    lat: visibleTrack.track.lat[fix] ?? 0,
  }));
  return linesByClass(points, visibleTrack.classes?.classOf ?? null).map((lines) => ({
    id: featureId(drawn, segment, lines.class),
    ...lineFeature({ visibleTrack, ...lines }),
  }));
}

/** A line as the style reads it: of a device's colour, of a class, or plain. */
export function lineFeature({ visibleTrack, class: name, lines }: PartialLine): Feature {
  const properties = visibleTrack.classes
    ? { class: name }
    : visibleTrack.color
      ? { color: visibleTrack.color }
      : {};
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

function isSameLine(a: VisibleTrack, b: VisibleTrack): boolean {
  return a.track === b.track && a.line === b.line && a.color === b.color && a.classes === b.classes;
}
