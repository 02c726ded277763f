import type { MapLibreMap } from 'maplibre-gl';
import type { Scene, SceneItem } from './scene.ts';
import { readTerrainHeights, type TerrainReading } from './terrain-heights.ts';

/** Delay between queries of the terrain while its tiles load, milliseconds. */
const READ_DELAY_MS = 400;

/** Queries the terrain heights below all tracks of a scene. */
export interface TerrainReader {
  /** Schedules a query of all heights, because more terrain is loaded. */
  scheduleRead(): void;
  stop(): void;
}

/** @param onRead called when the heights of an item are complete */
export function createTerrainReader(
  engine: MapLibreMap,
  scene: Scene,
  onRead: (item: SceneItem) => void,
): TerrainReader {
  let readings: TerrainReading[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const heightAt = (lng: number, lat: number) => engine.queryTerrainElevation([lng, lat]);

  function stopReadings(): void {
    for (const reading of readings) reading.stop();
    readings = [];
  }

  function read(): void {
    stopReadings();
    if (!scene.relief) return;
    for (const item of scene.items.values())
      readings.push(
        readTerrainHeights(item.line, item.terrainHeights, scene.exaggeration, heightAt, () => onRead(item)),
      );
  }

  return {
    scheduleRead() {
      timer ??= setTimeout(() => {
        timer = null;
        read();
      }, READ_DELAY_MS);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      stopReadings();
    },
  };
}
