import type { FenceData } from '@wakeline/contract/entities/map-object';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import type { MapFeature } from '@wakeline/formats/map-feature';

interface FenceRow {
  readonly name: string;
  readonly note: string;
  readonly color: string;
  readonly data: FenceData;
}

/** A fence as files know it. */
export function featureOfFence({ name, note, color, data }: FenceRow): MapFeature {
  return { kind: 'area', shape: shapeOf(data), name, note, color, line: null };
}

/** What is stored has been checked to be of its type, so its fields say which. */
function shapeOf(data: FenceData): FenceShape {
  if ('rings' in data) return { type: 'POLYGON', rings: data.rings };
  if ('center' in data) return { type: 'CIRCULAR', center: data.center, radius: data.radius };
  return { type: 'RECTANGLE', ...data };
}
