import type { MapLibreMap } from 'maplibre-gl';
import { DEVICES } from '../layers/devices.ts';

/** The device that the person looks at, as a state of its feature. */
export interface ChosenDevice {
  readonly id: number | null;
  choose(id: number | null): void;
  stop(): void;
}

export function createChosenDevice(engine: MapLibreMap): ChosenDevice {
  let chosen: number | null = null;

  function choose(id: number | null): void {
    if (chosen !== null) engine.removeFeatureState({ source: DEVICES, id: chosen }, 'selected');
    chosen = id;
    if (id !== null) engine.setFeatureState({ source: DEVICES, id }, { selected: true });
  }

  // Reloading the style drops the feature state of the selected device.
  const subscription = engine.on('style.load', () => choose(chosen));
  return {
    get id() {
      return chosen;
    },
    choose,
    stop: () => subscription.unsubscribe(),
  };
}
