import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { Bounds } from '../../../map/map-view.ts';
import { toFenceShape } from '../../../map/objects/fence-shape.ts';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';

/** Limit, because all vertices are searched at each movement of the pointer. */
const MAX_SNAP_VERTICES = 5_000;

/** Vertices of visible objects within an area, to which drawing snaps. */
export function findSnapVertices(
  objects: readonly MapObject[],
  area: Bounds,
  edited: number | null,
): Position[] {
  const vertices: Position[] = [];
  for (const object of objects) {
    if (object.display !== 'SHOW' || object.id === edited) continue;
    for (const [lng, lat] of verticesOf(object)) {
      if (lng < area.west || lng > area.east || lat < area.south || lat > area.north) continue;
      vertices.push([lng, lat]);
      if (vertices.length >= MAX_SNAP_VERTICES) return vertices;
    }
  }
  return vertices;
}

function verticesOf(object: MapObject): readonly Position[] {
  if (object.kind === 'labelPoint') return [[object.source.longitude, object.source.latitude]];
  if (object.kind === 'route') return object.source.line;
  const shape = toFenceShape(object.source);
  if (shape === null || shape.type === 'CIRCULAR') return [];
  if (shape.type === 'POLYGON') return shape.rings.flat();
  const { west, south, east, north } = shape;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}
