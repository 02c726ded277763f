import { useEffect, useRef } from 'react';
import type { Drawn } from '../../map/draw/draw-surface.ts';
import { MEASURE, measure } from '../../map/layers/measure.ts';
import type { MapView } from '../../map/map-view.ts';
import { type MeasureTexts, measureFeatures } from '../../map/measure/measure-features.ts';

/** Writes what was measured on the map while the component that calls it is there. */
export function useMeasureLabels(view: MapView, drawn: Drawn | null, texts: MeasureTexts): void {
  const shown = useRef('');
  useEffect(() => {
    shown.current = '';
    return view.show(measure);
  }, [view]);

  useEffect(() => {
    const features = measureFeatures(drawn, texts);
    // Each pointer event draws the panel anew; the map need not take what it holds already.
    const now = JSON.stringify(features);
    if (now === shown.current) return;
    shown.current = now;
    void view.setFeatures(MEASURE, features);
  });
}
