import { pulseAt, SOS_PULSE } from '../layers/sos.ts';
import type { MapView } from '../map-view.ts';

/** A breath needs no more pictures a second than these, and each draws the whole map. */
const STEP_MS = 50;

/** Lets the rings of devices in SOS breathe while there are any; where less motion is asked for they stand. */
export function startPulse(view: MapView, reducedMotion: boolean): { set(on: boolean): void; stop(): void } {
  const { engine } = view;
  let timer: ReturnType<typeof setInterval> | null = null;
  const draw = () => {
    if (document.hidden || engine.getLayer(SOS_PULSE) === undefined) return;
    const { radius, opacity } = pulseAt(performance.now());
    engine.setPaintProperty(SOS_PULSE, 'circle-radius', radius, { validate: false });
    engine.setPaintProperty(SOS_PULSE, 'circle-opacity', opacity / 4, { validate: false });
    engine.setPaintProperty(SOS_PULSE, 'circle-stroke-opacity', opacity, { validate: false });
  };
  function stop(): void {
    if (timer !== null) clearInterval(timer);
    timer = null;
  }
  return {
    set(on) {
      if (reducedMotion || on === (timer !== null)) return;
      if (on) timer = setInterval(draw, STEP_MS);
      else stop();
    },
    stop,
  };
}
