import type { MapLibreMap } from 'maplibre-gl';

/** Keeps the engine as large as its container. */
export interface MapSize {
  /** Applies the current container size. Returns whether it has changed. */
  update(): boolean;
  stop(): void;
}

export function followSize(engine: MapLibreMap, container: HTMLElement): MapSize {
  /** Skips an unchanged size, because a resize clears the canvas. */
  function update(): boolean {
    const { clientWidth, clientHeight } = container;
    const canvas = engine.getCanvas();
    // A hidden screen has no size; applying it would be visible when the screen comes back.
    if (clientWidth === 0 || clientHeight === 0) return false;
    if (canvas.clientWidth === clientWidth && canvas.clientHeight === clientHeight) return false;
    engine.resize();
    return true;
  }
  const observer = new ResizeObserver(() => {
    if (update()) engine.redraw();
  });
  observer.observe(container);
  return { update, stop: () => observer.disconnect() };
}
