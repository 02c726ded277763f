import { pulseAt, SOS_PULSE } from '../layers/sos.ts';
import type { MapView } from '../map-view.ts';

/** Minimum interval of frames: the slow animation needs no more. */
const STEP_MS = 60;
/** Each frame redraws the complete map: if that is slow, use at most a quarter of the time for it. */
const PAUSE_FACTOR = 4;

/** Animates the rings of SOS devices while there are any; static with reduced motion. */
export function startPulse(view: MapView, reducedMotion: boolean): { set(on: boolean): void; stop(): void } {
  const { engine } = view;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let drawnAt = 0;

  function scheduleDraw(ms: number): void {
    timer = setTimeout(draw, ms);
  }
  function draw(): void {
    if (document.hidden || engine.getLayer(SOS_PULSE) === undefined) {
      scheduleDraw(STEP_MS * 10);
      return;
    }
    drawnAt = performance.now();
    const { radius, opacity } = pulseAt(drawnAt);
    engine.setPaintProperty(SOS_PULSE, 'circle-radius', radius, { validate: false });
    engine.setPaintProperty(SOS_PULSE, 'circle-opacity', opacity / 4, { validate: false });
    engine.setPaintProperty(SOS_PULSE, 'circle-stroke-opacity', opacity, { validate: false });
    timer = null;
  }
  let on = false;
  const rendered = engine.on('render', () => {
    if (on && timer === null) scheduleDraw(Math.max(STEP_MS, (performance.now() - drawnAt) * PAUSE_FACTOR));
  });
  function cancel(): void {
    on = false;
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }
  return {
    set(next) {
      if (reducedMotion || next === on) return;
      cancel();
      on = next;
      if (on) scheduleDraw(0);
    },
    stop() {
      cancel();
      rendered.unsubscribe();
    },
  };
}
