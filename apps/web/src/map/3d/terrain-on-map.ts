import { type ElevationTiles, RELIEF_ID_PREFIX, relief, TERRAIN_SOURCE } from '../layers/relief.ts';
import type { LngLat, MapView } from '../map-view.ts';

/** The height of the ground on a map. */
export interface TerrainOnMap {
  /** Tiles of it, or flat; heights are drawn so many times as high. */
  set(tiles: ElevationTiles | null, exaggeration: number): void;
  /** Metres as they are drawn; null where it is not known, or flat. */
  heightAt(lngLat: LngLat): number | null;
  stop(): void;
}

/** Squares along each side of a tile of the relief where the processor draws it: half of the engine's 128, two heights a square. */
const SOFTWARE_MESH_SIZE = 64;
/** Programs that draw without a graphics card, as their makers name them. */
const SOFTWARE_RENDERERS = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether there is no graphics card: each corner of the relief's mesh costs then. */
function isSoftwareRendered(canvas: HTMLCanvasElement): boolean {
  const gl = canvas.getContext('webgl2');
  const debugInfo = gl?.getExtension('WEBGL_debug_renderer_info');
  return debugInfo
    ? SOFTWARE_RENDERERS.test(String(gl?.getParameter(debugInfo.UNMASKED_RENDERER_WEBGL)))
    : false;
}

/**
 * @param onChange more of the ground is known, or it became flat.
 * @param onFailed whether tiles that were asked for cannot be had.
 */
export function openTerrain(
  view: MapView,
  onChange: () => void,
  onFailed: (failed: boolean) => void,
): TerrainOnMap {
  const { engine } = view;
  let currentTiles: ElevationTiles | null = null;
  let hide: (() => void) | null = null;
  let failed = false;
  /** Tiles that have come. */
  const loadedTiles = new Set<string>();
  const isSoftware = isSoftwareRendered(engine.getCanvas());

  function setFailed(next: boolean): void {
    if (next === failed) return;
    failed = next;
    onFailed(next);
  }

  function setTiles(tiles: ElevationTiles | null): void {
    if (hide !== null) {
      engine.setTerrain(null);
      hide();
    }
    hide = tiles === null ? null : view.show(relief(tiles));
    currentTiles = tiles;
    loadedTiles.clear();
    setFailed(false);
  }

  function setExaggeration(exaggeration: number): void {
    engine.setTerrain({ source: TERRAIN_SOURCE, exaggeration: exaggeration });
    // The mesh is made when it is drawn first.
    if (engine.terrain && isSoftware) engine.terrain.meshSize = SOFTWARE_MESH_SIZE;
  }

  const subscriptions = [
    engine.on('error', (event) => {
      if ('sourceId' in event && String(event.sourceId).startsWith(RELIEF_ID_PREFIX)) setFailed(true);
    }),
    engine.on('sourcedata', (event) => {
      const key: unknown = event.tile?.tileID?.key;
      if (event.sourceId !== TERRAIN_SOURCE || typeof key !== 'string' || loadedTiles.has(key)) return;
      // A tile that is only drawn again says nothing new: nothing must be read anew for it.
      loadedTiles.add(key);
      setFailed(false);
      onChange();
    }),
  ];

  return {
    set(tiles, exaggeration) {
      if (tiles !== currentTiles) setTiles(tiles);
      if (tiles !== null) setExaggeration(exaggeration);
      onChange();
    },
    heightAt(lngLat) {
      return currentTiles === null ? null : engine.queryTerrainElevation(view.toMapDatum(lngLat));
    },
    stop() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      setTiles(null);
    },
  };
}
