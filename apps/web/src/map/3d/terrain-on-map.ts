import { type ElevationTiles, RELIEF_ID_PREFIX, relief, TERRAIN_SOURCE } from '../layers/relief.ts';
import type { LngLat, MapView } from '../map-view.ts';

/** The terrain of a map. */
export interface TerrainOnMap {
  /** Sets the terrain tiles, null for flat, and the vertical exaggeration. */
  set(tiles: ElevationTiles | null, exaggeration: number): void;
  /** Drawn metres; null if unknown, or without terrain. */
  heightAt(lngLat: LngLat): number | null;
  stop(): void;
}

/**
 * Squares along each side of a terrain tile in software rendering: half of the engine's 128, two heights a square.
 */
const SOFTWARE_MESH_SIZE = 64;
/** Names of software renderers. */
const SOFTWARE_RENDERERS = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether there is no graphics card: then every vertex of the terrain mesh is expensive. */
function isSoftwareRendered(canvas: HTMLCanvasElement): boolean {
  const gl = canvas.getContext('webgl2');
  const debugInfo = gl?.getExtension('WEBGL_debug_renderer_info');
  return debugInfo
    ? SOFTWARE_RENDERERS.test(String(gl?.getParameter(debugInfo.UNMASKED_RENDERER_WEBGL)))
    : false;
}

/**
 * @param onChange called when more terrain is loaded, or it became flat
 * @param onFailed called with whether terrain tiles fail to load
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
  /** Keys of the loaded tiles. */
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
    engine.setTerrain({ source: TERRAIN_SOURCE, exaggeration });
    // The mesh is created at the first frame, so its size can still be changed.
    if (engine.terrain && isSoftware) engine.terrain.meshSize = SOFTWARE_MESH_SIZE;
  }

  const subscriptions = [
    engine.on('error', (event) => {
      if ('sourceId' in event && String(event.sourceId).startsWith(RELIEF_ID_PREFIX)) setFailed(true);
    }),
    engine.on('sourcedata', (event) => {
      const key: unknown = event.tile?.tileID?.key;
      if (event.sourceId !== TERRAIN_SOURCE || typeof key !== 'string' || loadedTiles.has(key)) return;
      // A tile that is only drawn again changes nothing: skip another query.
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
