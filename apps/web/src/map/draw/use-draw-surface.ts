import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { MapView } from '../map-view.ts';
import type { DrawOptions, DrawState, DrawSurface } from './draw-surface.ts';
import { openDrawSurface } from './open-draw-surface.ts';

/** The open surface, if any. */
export interface DrawSurfaceHandle {
  /** Null before the map is ready, and while options are null. */
  readonly surface: DrawSurface | null;
  readonly state: DrawState | null;
}

/**
 * Opens a drawing surface for the lifetime of the component; a change of `kind` opens a new one. `start` and `snapTo`
 * are read when it opens; use `surface.put` for later changes.
 */
export function useDrawSurface(view: MapView | null, options: DrawOptions | null): DrawSurfaceHandle {
  const [surface, setSurface] = useState<DrawSurface | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const kind = options?.kind;
  const color = options?.color;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another kind needs another surface
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
