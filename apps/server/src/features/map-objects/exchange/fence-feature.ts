import type { FenceData } from '@wakeline/contract/entities/map-object';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import type { MapFeature } from '@wakeline/formats/map-feature';

interface FenceRow {
  readonly name: string;
  readonly note: string;
  readonly color: string;
  readonly data: FenceData;
}

/** Converts a fence to a feature of a map file. */
export function featureOfFence({ name, note, color, data }: FenceRow): MapFeature {
  return { kind: 'area', shape: shapeOf(data), name, note, color, line: null };
}

/** Stored data match the type of the fence, so their fields determine it. */
function shapeOf(data: FenceData): FenceShape {
  if ('rings' in data) return { type: 'POLYGON', rings: data.rings };
  if ('center' in data) return { type: 'CIRCULAR', center: data.center, radius: data.radius };
  return { type: 'RECTANGLE', ...data };
}
