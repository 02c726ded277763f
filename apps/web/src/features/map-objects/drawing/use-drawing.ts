import { SHAPES } from '@wakeline/contract/shapes';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { useRef } from 'react';
import type { DrawKind, DrawnShape } from '../../../map/draw/draw-surface.ts';
import { type DrawSurfaceHandle, useDrawSurface } from '../../../map/draw/use-draw-surface.ts';
import type { MapView } from '../../../map/map-view.ts';

interface DrawingOptions {
  /** Null: nothing is drawn. */
  readonly kind: DrawKind | null;
  /** Colour from the form; may be incomplete while typing. */
  readonly color: string;
  /** The edited shape, if it is of this kind; another kind starts empty. */
  readonly start: DrawnShape | null;
  readonly snapTo: readonly Position[];
}

/** The drawing of a form. */
export function useDrawing(view: MapView, { kind, color, start, snapTo }: DrawingOptions): DrawSurfaceHandle {
  const last = useRef(color);
  if (SHAPES.color.isValid(color)) last.current = color;
  return useDrawSurface(
    view,
    kind === null ? null : { kind, color: last.current, snapTo, ...(start?.kind === kind ? { start } : {}) },
  );
}
