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

/** Lines of one colour of a track. */
export interface PartialLine extends ClassLines {
  readonly visibleTrack: VisibleTrack;
}

/** A segment as a range of fix indices. */
export interface SegmentFixes {
  readonly visibleTrack: VisibleTrack;
  readonly from: number;
  readonly to: number;
}

/** Feature ids reserved for the colours of one segment. */
const IDS_PER_SEGMENT = 8;
/** Simplification error in pixels: half a pixel is not visible. */
const DETAIL_PIXELS = 0.5;
/** Maximum number of positions that are drawn in full detail. */
const MAX_DETAIL_POSITIONS = 40_000;
/** Detail extends half a view beyond each edge, for panning. */
const VIEW_MARGIN = 0.5;
/** Segments per update: more would block the page. */
const SEGMENTS_PER_UPDATE = 800;
/** Length of the equator in metres: 512 pixels at zoom 0. */
const EQUATOR_METRES = 40_075_016.7;

interface DrawnTrack {
  visibleTrack: VisibleTrack;
  /** Number of its first segment; numbers are never reused. */
  readonly first: number;
  readonly boxes: Float64Array;
  /** The level of each segment that is drawn in more detail. */
  readonly detailLevels: Map<number, number>;
  travelled: Travelled;
}

/** The line segments of tracks on the map. */
export class DrawnSegments {
  readonly #view: MapView;
  readonly #drawn = new Map<number, DrawnTrack>();
  #nextSegmentNumber = 0;
  #pendingUpdate: Promise<void> = Promise.resolve();

  constructor(view: MapView) {
    this.#view = view;
  }

  /** Replaces the tracks. Resolves when the map has applied the changes; null if nothing changed. */
  set(tracks: readonly VisibleTrack[]): Promise<void> | null {
    const newTracks = new Map(tracks.map((visibleTrack) => [visibleTrack.trackerId, visibleTrack]));
    const remove = this.#dropOthers(newTracks);
    const lines = [...newTracks.values()].map((visibleTrack): DrawnTrack => {
      // New numbers: the replaced line stays until the new one is complete.
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
    for (const drawn of lines) this.#drawn.set(drawn.visibleTrack.trackerId, drawn);
    if (remove.length === 0 && lines.length === 0) return null;
    this.#pendingUpdate = this.#pendingUpdate.then(() => this.#addInBatches(lines, remove));
    return this.#pendingUpdate;
  }

  /** Switches the travelled segments. Returns whether any changed, and the lines of partly travelled segments. */
  setTime(
    time: number,
    trailMs: number | null,
  ): { readonly hasChanged: boolean; readonly partialLines: readonly PartialLine[] } {
    const partialLines: PartialLine[] = [];
    let hasChanged = false;
    for (const drawn of this.#drawn.values()) {
      const { visibleTrack } = drawn;
      const next = findTravelled(visibleTrack.track, visibleTrack.line, time, trailMs, minLevelOf(drawn));
      hasChanged ||= next.first !== drawn.travelled.first || next.end !== drawn.travelled.end;
      this.#switchTravelled(drawn, next);
      for (const points of next.partialLines)
        for (const lines of linesByClass(points, visibleTrack.classes?.classOf ?? null))
          partialLines.push({ visibleTrack, ...lines });
    }
    return { hasChanged, partialLines };
  }

  /**
   * Draws the visible segments in as much detail as is visible, and the others at their base level. Resolves when the
   * map has applied the changes; null if nothing changed.
   */
  refine(): Promise<void> | null {
    const visible = this.#findVisible(VIEW_MARGIN);
    const level = chooseLevel(
      visible.map(({ drawn, segment }) => ({ line: drawn.visibleTrack.line, segment })),
      this.#detailLevel(),
      MAX_DETAIL_POSITIONS,
    );
    const finer = new Set(
      visible
        .filter(({ drawn }) => level < drawn.visibleTrack.line.minLevel)
        .map(({ drawn, segment }) => featureId(drawn, segment, 0)),
    );
    const remove: number[] = [];
    const add: Feature[] = [];
    const redraw = (drawn: DrawnTrack, segment: number) => {
      if (drawn.visibleTrack.classes) remove.push(...featureIds(drawn, segment));
      add.push(...createFeatures(drawn, segment));
    };
    for (const drawn of this.#drawn.values())
      for (const segment of [...drawn.detailLevels.keys()]) {
        if (finer.has(featureId(drawn, segment, 0))) continue;
        drawn.detailLevels.delete(segment);
        redraw(drawn, segment);
      }
    for (const { drawn, segment } of visible) {
      if (!finer.has(featureId(drawn, segment, 0)) || drawn.detailLevels.get(segment) === level) continue;
      drawn.detailLevels.set(segment, level);
      redraw(drawn, segment);
    }
    return add.length > 0 ? this.#view.change(TRACK, { remove, add }) : null;
  }

  /** The segments in the view, extended by `margin` of it on each side. */
  findInView(margin: number): SegmentFixes[] {
    return this.#findVisible(margin).map(({ drawn: { visibleTrack }, segment }) => ({
      visibleTrack,
      from: visibleTrack.line.segments[segment]?.from ?? 0,
      to: visibleTrack.line.segments[segment]?.to ?? 0,
    }));
  }

  /** Reloading the style drops the feature state of the travelled part. */
  restoreState(): void {
    for (const drawn of this.#drawn.values())
      this.#setTravelled(drawn, drawn.travelled.first, drawn.travelled.end, true);
  }

  stop(): void {
    // Feature states outlive the features of a source that is added again.
    for (const drawn of this.#drawn.values())
      this.#setTravelled(drawn, drawn.travelled.first, drawn.travelled.end, false);
    this.#drawn.clear();
  }

  /**
   * Removes lines that are not in `newTracks`, and removes from `newTracks` those that are already drawn. Returns the
   * ids of features to remove.
   */
  #dropOthers(newTracks: Map<number, VisibleTrack>): number[] {
    const remove: number[] = [];
    for (const [id, drawn] of this.#drawn) {
      const next = newTracks.get(id);
      if (next !== undefined && isSameLine(drawn.visibleTrack, next)) {
        drawn.visibleTrack = next;
        newTracks.delete(id);
        continue;
      }
      this.#setTravelled(drawn, drawn.travelled.first, drawn.travelled.end, false);
      for (const segment of drawn.visibleTrack.line.segments.keys())
        for (const number of featureIds(drawn, segment)) remove.push(number);
      this.#drawn.delete(id);
    }
    return remove;
  }

  /**
   * Adds lines in batches, in the detail required at that time, and removes the replaced ones with the last batch.
   * Skips a line that was replaced meanwhile.
   */
  async #addInBatches(lines: readonly DrawnTrack[], remove: number[]): Promise<void> {
    const segments = lines.flatMap((drawn) =>
      [...drawn.visibleTrack.line.segments.keys()].map((segment) => ({ drawn, segment })),
    );
    for (let at = 0; at < segments.length; at += SEGMENTS_PER_UPDATE) {
      const add = segments
        .slice(at, at + SEGMENTS_PER_UPDATE)
        .filter(({ drawn }) => this.#drawn.get(drawn.visibleTrack.trackerId) === drawn)
        .flatMap(({ drawn, segment }) => createFeatures(drawn, segment));
      const isLast = at + SEGMENTS_PER_UPDATE >= segments.length;
      await this.#view.change(TRACK, { add, remove: isLast ? remove : [] });
    }
    if (segments.length === 0) await this.#view.change(TRACK, { remove });
  }

  #setTravelled(drawn: DrawnTrack, from: number, to: number, on: boolean): void {
    const { engine } = this.#view;
    for (let segment = from; segment < to; segment += 1)
      for (const id of featureIds(drawn, segment))
        engine.setFeatureState({ source: TRACK, id }, { travelled: on });
  }

  /** Updates only what changed: both are consecutive segments. */
  #switchTravelled(drawn: DrawnTrack, next: Travelled): void {
    const { travelled: previous } = drawn;
    this.#setTravelled(drawn, previous.first, Math.min(previous.end, next.first), false);
    this.#setTravelled(drawn, Math.max(previous.first, next.end), previous.end, false);
    this.#setTravelled(drawn, next.first, Math.min(next.end, previous.first), true);
    this.#setTravelled(drawn, Math.max(next.first, previous.end), next.end, true);
    drawn.travelled = next;
  }

  #findVisible(margin: number): { drawn: DrawnTrack; segment: number }[] {
    const bounds = this.#view.getVisibleBounds(margin);
    return [...this.#drawn.values()].flatMap((drawn) =>
      findSegments(drawn.boxes, bounds).map((segment) => ({ drawn, segment })),
    );
  }

  /** The level that corresponds to half a pixel at the centre of the view. */
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

/** A line with the properties for the style: a device colour, a class, or none. */
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
