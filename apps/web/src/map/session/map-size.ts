import type { MapLibreMap } from 'maplibre-gl';

/** Keeps the engine as large as its container. */
export interface MapSize {
  /** Takes the size that the page gives now; answers whether it is another one. */
  update(): boolean;
  stop(): void;
}

export function followSize(engine: MapLibreMap, container: HTMLElement): MapSize {
  /** Taking the same size again would cost the engine its picture. */
  function take(): boolean {
    const { clientWidth, clientHeight } = container;
    const canvas = engine.getCanvas();
    // A hidden screen has no size: what the map would make of that is not to be seen when it comes back.
    if (clientWidth === 0 || clientHeight === 0) return false;
    if (canvas.clientWidth === clientWidth && canvas.clientHeight === clientHeight) return false;
    engine.resize();
    return true;
  }
  const observer = new ResizeObserver(() => {
    if (take()) engine.redraw();
  });
  observer.observe(container);
  return { update: take, stop: () => observer.disconnect() };
}
