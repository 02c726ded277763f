import { useEffect, useRef } from 'react';
import type { DrawnShape } from '../../map/draw/draw-surface.ts';
import { MEASURE, measure } from '../../map/layers/measure.ts';
import type { MapView } from '../../map/map-view.ts';
import { type MeasureTexts, measureFeatures } from '../../map/measure/measure-features.ts';

/** Draws the measurements on the map while the calling component is mounted. */
export function useMeasureLabels(view: MapView, drawn: DrawnShape | null, texts: MeasureTexts): void {
  const drawnJson = useRef('');
  useEffect(() => {
    drawnJson.current = '';
    return view.show(measure);
  }, [view]);

  useEffect(() => {
    const features = measureFeatures(drawn, texts);
    // Each pointer event renders the panel; unchanged features are not sent to the map again.
    const featuresJson = JSON.stringify(features);
    if (featuresJson === drawnJson.current) return;
    drawnJson.current = featuresJson;
    void view.setFeatures(MEASURE, features);
  });
}
