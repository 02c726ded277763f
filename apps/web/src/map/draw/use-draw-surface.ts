import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { MapView } from '../map-view.ts';
import type { DrawOptions, DrawState, DrawSurface } from './draw-surface.ts';
import { openDrawSurface } from './open-draw-surface.ts';

/** Holds a surface while the options are not null. */
export interface DrawSurfaceHandle {
  /** Null before there is a map, and while nothing is to be drawn. */
  readonly surface: DrawSurface | null;
  readonly state: DrawState | null;
}

/**
 * Lets the component that calls it draw: the surface is opened with it, stopped with it, and opened anew when the kind changes.
 * `start` and `findSnapTarget` are read when it is opened; later changes go through `surface.put`.
 */
export function useDrawSurface(view: MapView | null, options: DrawOptions | null): DrawSurfaceHandle {
  const [surface, setSurface] = useState<DrawSurface | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const kind = options?.kind;
  const color = options?.color;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind is another surface; what else changes is put into it
  useEffect(() => {
    const { current } = latest;
    if (view === null || current === null) return;
    const opened = openDrawSurface(view, current);
    setSurface(opened);
    return () => {
      setSurface(null);
      opened.stop();
    };
  }, [view, kind]);

  useEffect(() => {
    if (color !== undefined) surface?.recolor(color);
  }, [surface, color]);

  const subscribe = useMemo(
    () => (listener: () => void) => surface?.subscribe(listener) ?? (() => undefined),
    [surface],
  );
  const state = useSyncExternalStore(subscribe, () => surface?.state ?? null);
  return { surface, state };
}
