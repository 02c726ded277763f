import type { FENCE_NOTICES, Fence } from '@wakeline/contract/entities/map-object';
import type { FenceShape, Position } from '@wakeline/domain/fences/fence-shape';
import type { DrawnShape } from '../../../map/draw/draw-surface.ts';
import { toFenceShape } from '../../../map/objects/fence-shape.ts';
import type { CommonFields, Subject, SubjectContent } from '../forms/subject.ts';

export interface FenceFields extends CommonFields {
  readonly notice: (typeof FENCE_NOTICES)[number];
  readonly holdSeconds: number | null;
  readonly holdMetres: number | null;
}

export type FenceSubject = Subject<FenceFields> & { readonly kind: 'fence'; readonly tool: FenceTool };

export type FenceTool = 'polygon' | 'rectangle' | 'circle';

const TOOL_BY_TYPE = {
  POLYGON: 'polygon',
  RECTANGLE: 'rectangle',
  CIRCULAR: 'circle',
} as const satisfies Record<FenceShape['type'], FenceTool>;

/** Radius in metres of a new fence around a point. */
const DEFAULT_RADIUS = 500;

/** A new fence; a circle if a centre is given. */
export function newFence(fields: CommonFields, center: Position | undefined): SubjectContent<FenceSubject> {
  return {
    kind: 'fence',
    fields: { ...fields, notice: 'BOTH', holdSeconds: 10, holdMetres: 30 },
    tool: center === undefined ? 'polygon' : 'circle',
    start:
      center === undefined
        ? null
        : { kind: 'circle', shape: { type: 'CIRCULAR', center, radius: DEFAULT_RADIUS } },
  };
}

/** The form content of a stored fence. */
export function storedFence(fence: Fence, fields: CommonFields): SubjectContent<FenceSubject> {
  const { notice, holdSeconds, holdMetres, fenceType } = fence;
  const shape = toFenceShape(fence);
  return {
    kind: 'fence',
    fields: { ...fields, notice, holdSeconds, holdMetres },
    tool: TOOL_BY_TYPE[fenceType],
    start: shape === null ? null : drawnOf(shape),
  };
}

/** Converts a fence shape to a drawn shape. */
function drawnOf(shape: FenceShape): DrawnShape {
  switch (shape.type) {
    case 'POLYGON':
      return { kind: 'polygon', shape };
    case 'RECTANGLE':
      return { kind: 'rectangle', shape };
    case 'CIRCULAR':
      return { kind: 'circle', shape };
  }
}
