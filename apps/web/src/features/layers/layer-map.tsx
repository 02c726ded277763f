import type { LayerPlacement } from '@wakeline/domain/layers/layer-placement';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ReferenceMarkers } from '../../map/image-layers/reference-markers.tsx';
import { useImageLayers } from '../../map/image-layers/use-image-layers.ts';
import type { MapView } from '../../map/map-view.ts';
import type { LayerDraft } from './layer-draft.ts';
import { usePreview } from './use-preview.ts';

interface LayerMapProps {
  readonly view: MapView;
  readonly draft: LayerDraft;
  /** The placement of the picture; null while unknown. */
  readonly placement: LayerPlacement | null;
  readonly onPoints: (points: LayerDraft['mapPoints']) => void;
}

/** Content of the configuration map: the preview of the picture and the reference points. */
export function LayerMap({ view, draft, placement, onPoints }: LayerMapProps) {
  const { t } = useTranslation('imageLayers');
  const { picture, mapPoints } = draft;
  useImageLayers(view, usePreview(draft, placement));

  // Fits the view to an existing layer once, and to the position of a file.
  const filePosition = picture?.upload?.position ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: later edits of points do not move the view
  useEffect(() => {
    if (placement === null) return;
    const corners = Object.values(placement.corners);
    const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)];
    view.fit({
      west: Math.min(...lngs),
      south: Math.min(...lats),
      east: Math.max(...lngs),
      north: Math.max(...lats),
    });
  }, [view, filePosition]);

  return (
    <ReferenceMarkers
      view={view}
      points={useMemo(() => mapPoints.map(([lng, lat]) => ({ lng, lat })), [mapPoints])}
      label={(number) => t('editor.mapMark', { number })}
      onAdd={({ lng, lat }) => onPoints([...mapPoints, [lng, lat]])}
      onMove={(index, { lng, lat }) => onPoints(mapPoints.with(index, [lng, lat]))}
    />
  );
}
