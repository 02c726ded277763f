import type { MapLibreMap } from 'maplibre-gl';
import { type GroundReading, readGround } from './ground-heights.ts';
import type { Scene, SceneItem } from './scene.ts';

/** Milliseconds between two readings of the ground while its tiles come. */
const READ_AFTER = 400;

/** Reads the ground under all tracks of a scene. */
export interface GroundReader {
  /** More of the ground is known: reads all of it again, a little later. */
  soon(): void;
  stop(): void;
}

/** @param onRead the ground under one of them has been read. */
export function createGroundReader(
  engine: MapLibreMap,
  scene: Scene,
  onRead: (item: SceneItem) => void,
): GroundReader {
  let readings: GroundReading[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const at = (lng: number, lat: number) => engine.queryTerrainElevation([lng, lat]);

  function halt(): void {
    for (const reading of readings) reading.stop();
    readings = [];
  }

  function read(): void {
    halt();
    if (!scene.relief) return;
    for (const item of scene.items.values())
      readings.push(readGround(item.line, item.ground, scene.rise, at, () => onRead(item)));
  }

  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = null;
        read();
      }, READ_AFTER);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      halt();
    },
  };
}
