import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { GeoJSONStoreFeatures } from 'terra-draw';
import type { DrawnShape } from './draw-surface.ts';
import { type Handle, handlesOf, outlinesOf } from './edit-shape.ts';

/** What a drawn feature represents; used by the filters in `layers/drawing.ts`. */
export type DrawingRole =
  | 'area'
  | 'edge'
  | 'midpoint'
  | 'vertex'
  | 'center'
  | 'active'
  | 'closing'
  | 'marker'
  | 'snapped';

export interface DrawingState {
  /** The finished shape, or the polygon that receives a hole. */
  readonly drawn: DrawnShape | null;
  /** Whether handles are visible. */
  readonly isEditing: boolean;
  readonly active: Handle | null;
  /** The features of terra-draw during drawing. */
  readonly draft: readonly GeoJSONStoreFeatures[];
  readonly snapped: Position | null;
  readonly color: string;
}

/** The features of a drawing, in WGS-84. */
export function drawingFeatures({
  drawn,
  isEditing,
  active,
  draft,
  snapped,
  color,
}: DrawingState): FeatureCollection {
  const features: Feature[] = [];
  const add = (role: DrawingRole, geometry: Geometry) =>
    features.push({ type: 'Feature', properties: { role, color }, geometry });
  const point = (role: DrawingRole, [lng, lat]: Position) =>
    add(role, { type: 'Point', coordinates: [lng, lat] });

  if (drawn !== null) {
    const outlines = outlinesOf(drawn);
    const rings = outlines.filter(({ closed }) => closed).map(({ line }) => closedRing(line));
    if (rings.length > 0) add('area', { type: 'Polygon', coordinates: rings });
    for (const { line, closed } of outlines)
      add('edge', { type: 'LineString', coordinates: closed ? closedRing(line) : toMutable(line) });
    // A marker has no edge, so its handle is always visible.
    if (isEditing || drawn.kind === 'marker')
      for (const handle of handlesOf(drawn))
        point(isSame(handle, active) ? 'active' : handle.role, handle.coordinates);
  }
  for (const { geometry, properties } of draft) {
    if (geometry.type === 'Polygon') {
      add('area', geometry);
      for (const ring of geometry.coordinates) add('edge', { type: 'LineString', coordinates: ring });
    } else if (geometry.type === 'LineString') add('edge', geometry);
    else if (geometry.type === 'Point')
      add(properties.closingPoint === true ? 'closing' : 'vertex', geometry);
  }
  if (snapped !== null) point('snapped', snapped);
  return { type: 'FeatureCollection', features };
}

function isSame(one: Handle, other: Handle | null): boolean {
  return one.role === other?.role && one.ring === other.ring && one.index === other.index;
}

const toMutable = (line: readonly Position[]) => line.map(([lng, lat]) => [lng, lat]);

function closedRing(line: readonly Position[]): number[][] {
  return toMutable([...line, ...line.slice(0, 1)]);
}
