import type { Overprint, OverprintElement } from '@wakeline/domain/courses/overprint';
import { paperPlane } from '@wakeline/domain/courses/paper-plane';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { Feature } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import { elementFeatures, ownerOf } from './overprint-features.ts';

/** What of a drawing belongs to one overprint. */
export interface OverprintPart {
  readonly overprint: Overprint;
  readonly muted: boolean;
}

export interface OverprintDrawing {
  readonly parts: readonly OverprintPart[];
  /** The position at the center of the paper, and the denominator of its scale. */
  readonly origin: Position;
  readonly printScale: number;
  /** The selected control, or `from to` of the selected leg. */
  readonly selected: string | null;
}

interface DrawnElement {
  readonly element: OverprintElement;
  readonly lineWidth: number;
  readonly selected: boolean;
  readonly muted: boolean;
  readonly features: readonly (Feature & { readonly id: number })[];
}

/** The features of a drawing, of which only those of changed elements are computed again. */
export interface OverprintFeatures {
  /** Computes what differs from the last drawing that was completed, a changed element in each step; null: nothing. */
  update(drawing: OverprintDrawing): Generator<void, GeoJSONSourceDiff | null>;
}

export function createOverprintFeatures(): OverprintFeatures {
  let paper = '';
  let drawn = new Map<string, DrawnElement>();
  let lastId = 0;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  return {
    *update({ parts, origin, printScale, selected }) {
      const nextPaper = `${origin[0]} ${origin[1]} ${printScale}`;
      const isSamePaper = nextPaper === paper;
      const style = { plane: paperPlane(origin, printScale), printScale, selected };
      const next = new Map<string, DrawnElement>();
      const add: Feature[] = [];
      const remove: number[] = [];
      for (const [key, { element, lineWidth, muted }] of elementsByKey(parts)) {
        const before = drawn.get(key);
        const isSelected = ownerOf(element) === selected;
        const isSame =
          isSamePaper && before?.lineWidth === lineWidth && isSameElement(before.element, element);
        if (isSame && before?.selected === isSelected && before.muted === muted) {
          next.set(key, before);
          continue;
        }
        const old = before?.features ?? [];
        const features = isSame
          ? old.map((feature) => withLook(feature, { selected: isSelected, muted }))
          : elementFeatures(element, lineWidth, { ...style, muted }).map((feature, at) => ({
              ...feature,
              id: old[at]?.id ?? nextId(),
            }));
        add.push(...features);
        remove.push(...old.slice(features.length).map(({ id }) => id));
        next.set(key, { element, lineWidth, selected: isSelected, muted, features });
        yield;
      }
      for (const [key, { features }] of drawn)
        if (!next.has(key)) remove.push(...features.map(({ id }) => id));
      [drawn, paper] = [next, nextPaper];
      return add.length === 0 && remove.length === 0 ? null : { add, remove };
    },
  };
}

type DrawnFeature = DrawnElement['features'][number];

/** The same geometry with other properties. */
function withLook(feature: DrawnFeature, look: { selected: boolean; muted: boolean }): DrawnFeature {
  return { ...feature, properties: { ...feature.properties, ...look } };
}

/** The elements of all parts with keys that stay the same while an event is edited. */
function elementsByKey(parts: readonly OverprintPart[]) {
  const counts = new Map<string, number>();
  return parts.flatMap(({ overprint: { elements, dimensions }, muted }) =>
    elements.map((element) => {
      const name = `${element.type} ${ownerOf(element)}`;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [`${name} ${count}`, { element, lineWidth: dimensions.lineWidth, muted }] as const;
    }),
  );
}

function isSameElement(one: OverprintElement, other: OverprintElement): boolean {
  if (one.type === 'text' && other.type === 'text')
    return one.text === other.text && one.height === other.height && isSamePoint(one.center, other.center);
  if (one.type === 'circle' && other.type === 'circle')
    return (
      one.radius === other.radius &&
      isSamePoint(one.center, other.center) &&
      one.gaps.length === other.gaps.length &&
      one.gaps.every((gap, at) => gap.from === other.gaps[at]?.from && gap.to === other.gaps[at]?.to)
    );
  if ('points' in one && 'points' in other)
    return (
      one.points.length === other.points.length &&
      one.points.every((point, at) => isSamePoint(point, other.points[at]))
    );
  return false;
}

type Point = { readonly x: number; readonly y: number };

function isSamePoint(one: Point, other: Point | undefined): boolean {
  return one.x === other?.x && one.y === other.y;
}
