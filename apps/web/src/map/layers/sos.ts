import type { Overlay } from '../style/overlay.ts';
import { DEVICES, devicesSource } from './devices.ts';

export const SOS_PULSE = 'device-sos-pulse';

/** Devices in SOS: a ring that grows and fades, under the marker and over everything else. */
export const sos: Overlay = {
  id: 'sos',
  sources: devicesSource,
  layers: ({ status }) => [
    {
      id: SOS_PULSE,
      type: 'circle',
      source: DEVICES,
      filter: ['get', 'sos'],
      paint: {
        'circle-radius': 26,
        'circle-color': status.SOS,
        'circle-opacity': 0.12,
        'circle-stroke-color': status.SOS,
        'circle-stroke-width': 2,
        'circle-stroke-opacity': 0.5,
        'circle-radius-transition': { duration: 0 },
        'circle-opacity-transition': { duration: 0 },
        'circle-stroke-opacity-transition': { duration: 0 },
      },
    },
  ],
};

/** Duration of one pulse, milliseconds: calm, and far below the limit of three flashes a second (WCAG 2.3.1). */
const PULSE_MS = 1_800;

/** The ring at a time of the page's clock. */
export function pulseAt(now: number): { radius: number; opacity: number } {
  const phase = (now % PULSE_MS) / PULSE_MS;
  const grown = 1 - (1 - phase) ** 2;
  return { radius: 18 + grown * 18, opacity: 0.75 * (1 - phase) };
}
