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

/** One breath of the ring, milliseconds. Slow enough to be calm, far below the three flashes a second of WCAG 2.3.1. */
const PULSE_MS = 1_800;

/** How the ring looks at a moment of the page's clock. */
export function pulseAt(now: number): { radius: number; opacity: number } {
  const share = (now % PULSE_MS) / PULSE_MS;
  const grown = 1 - (1 - share) ** 2;
  return { radius: 18 + grown * 18, opacity: 0.75 * (1 - share) };
}
