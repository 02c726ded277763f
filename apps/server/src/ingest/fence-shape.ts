import type { FenceData } from '@wakeline/contract/entities/map-object';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';

/** Returns the shape of a stored fence; null when the data does not match the type. */
export function shapeOf(type: FenceShape['type'], data: FenceData): FenceShape | null {
  if (type === 'POLYGON' && 'rings' in data) return { type, rings: data.rings };
  if (type === 'RECTANGLE' && 'west' in data) return { type, ...data };
  if (type === 'CIRCULAR' && 'center' in data) return { type, ...data };
  return null;
}
