import { useEffect, useRef } from 'react';
import type { DrawnShape } from '../../map/draw/draw-surface.ts';
import { MEASURE, measure } from '../../map/layers/measure.ts';
import type { MapView } from '../../map/map-view.ts';
import { type MeasureTexts, measureFeatures } from '../../map/measure/measure-features.ts';

/** Writes what was measured on the map while the component that calls it is there. */
export function useMeasureLabels(view: MapView, drawn: DrawnShape | null, texts: MeasureTexts): void {
  const drawnJson = useRef('');
  useEffect(() => {
    drawnJson.current = '';
    return view.show(measure);
  }, [view]);

  useEffect(() => {
    const features = measureFeatures(drawn, texts);
    // Each pointer event draws the panel anew; the map need not take what it holds already.
    const featuresJson = JSON.stringify(features);
    if (featuresJson === drawnJson.current) return;
    drawnJson.current = featuresJson;
    void view.setFeatures(MEASURE, features);
  });
}
