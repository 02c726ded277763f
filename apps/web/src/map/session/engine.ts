/** The map engine with its worker and style sheet. */
import 'maplibre-gl/dist/maplibre-gl.css';
import { addProtocol, Map as MapLibreMap, type MapOptions, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Protocol } from 'pmtiles';

setWorkerUrl(workerUrl);
// The tiles of the built-in world map are PMTiles archives.
addProtocol('pmtiles', new Protocol().tile);

/** Creates a map instance; used by the map host only. */
export function createMap(options: MapOptions): MapLibreMap {
  return new MapLibreMap(options);
}
