/** The map engine as the browser loads it: its worker and its style sheet come with it. */
import 'maplibre-gl/dist/maplibre-gl.css';
import { addProtocol, Map as MapLibreMap, type MapOptions, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Protocol } from 'pmtiles';

setWorkerUrl(workerUrl);
// The tiles of the shipped world map lie in single files.
addProtocol('pmtiles', new Protocol().tile);

/** Makes a map instance. Only the map host does. */
export function createMap(options: MapOptions): MapLibreMap {
  return new MapLibreMap(options);
}
