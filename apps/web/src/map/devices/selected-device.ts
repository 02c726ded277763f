import type { MapLibreMap } from 'maplibre-gl';
import { DEVICES } from '../layers/devices.ts';

/** The selected device, stored as feature state. */
export interface SelectedDevice {
  readonly id: number | null;
  select(id: number | null): void;
  stop(): void;
}

export function createSelectedDevice(engine: MapLibreMap): SelectedDevice {
  let selectedId: number | null = null;

  function select(id: number | null): void {
    if (selectedId !== null) engine.removeFeatureState({ source: DEVICES, id: selectedId }, 'selected');
    selectedId = id;
    if (id !== null) engine.setFeatureState({ source: DEVICES, id }, { selected: true });
  }

  // Reloading the style drops the feature state of the selected device.
  const subscription = engine.on('style.load', () => select(selectedId));
  return {
    get id() {
      return selectedId;
    },
    select,
    stop: () => subscription.unsubscribe(),
  };
}
