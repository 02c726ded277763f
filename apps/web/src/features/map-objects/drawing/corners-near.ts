import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { Bounds } from '../../../map/map-view.ts';
import { fenceShapeOf } from '../../../map/objects/fence-shape-of.ts';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';

/** More corners than this would be looked through at each movement of the pointer. */
const MOST = 5_000;

/** Corners of shown objects within an area, to which a pointer that draws snaps. */
export function cornersNear(objects: readonly MapObject[], area: Bounds, edited: number | null): Position[] {
  const found: Position[] = [];
  for (const object of objects) {
    if (object.display !== 'SHOW' || object.id === edited) continue;
    for (const [lng, lat] of placesOf(object)) {
      if (lng < area.west || lng > area.east || lat < area.south || lat > area.north) continue;
      found.push([lng, lat]);
      if (found.length >= MOST) return found;
    }
  }
  return found;
}

function placesOf(object: MapObject): readonly Position[] {
  if (object.kind === 'labelPoint') return [[object.of.longitude, object.of.latitude]];
  if (object.kind === 'route') return object.of.line;
  const shape = fenceShapeOf(object.of);
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
