import type { Fence } from '@wakeline/contract/entities/map-object';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { Feature, FeatureCollection } from 'geojson';
import { ringsOf, toFenceShape } from './fence-shape.ts';
import { findLabelAnchor } from './label-anchor.ts';

export interface FenceFeatures {
  readonly areas: FeatureCollection;
  /** A point for each name: labels of an area would repeat in every tile that it crosses. */
  readonly names: FeatureCollection;
}

/** Map features of the visible fences, except the one being edited. */
export function fenceFeatures(fences: readonly Fence[], editedId: number | null): FenceFeatures {
  const areas: Feature[] = [];
  const names: Feature[] = [];
  for (const fence of fences) {
    if (fence.display !== 'SHOW' || fence.fenceId === editedId) continue;
    const shape = toFenceShape(fence);
    if (shape === null) continue;
    const rings = ringsOf(shape);
    areas.push({
      type: 'Feature',
      id: fence.fenceId,
      properties: { color: fence.color },
      geometry: { type: 'Polygon', coordinates: rings.map(closeRing) },
    });
    const anchor = findLabelAnchor(rings);
    if (anchor === null) continue;
    names.push({
      type: 'Feature',
      id: fence.fenceId,
      properties: { name: fence.fenceName },
      geometry: { type: 'Point', coordinates: [...anchor] },
    });
  }
  return {
    areas: { type: 'FeatureCollection', features: areas },
    names: { type: 'FeatureCollection', features: names },
  };
}

/** GeoJSON rings end where they start (RFC 7946, 3.1.6). */
function closeRing(ring: readonly Position[]): [number, number][] {
  const vertices = ring.map(([lng, lat]): [number, number] => [lng, lat]);
  const [first] = vertices;
  return first === undefined ? [] : [...vertices, first];
}
