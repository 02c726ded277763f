import type { MapLibreMap } from 'maplibre-gl';
import type { Scene, SceneItem } from './scene.ts';
import { readTerrainHeights, type TerrainReading } from './terrain-heights.ts';

/** Milliseconds between two readings of the ground while its tiles come. */
const READ_DELAY_MS = 400;

/** Reads the ground under all tracks of a scene. */
export interface TerrainReader {
  /** More of the ground is known: reads all of it again, a little later. */
  scheduleRead(): void;
  stop(): void;
}

/** @param onRead the ground under one of them has been read. */
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
