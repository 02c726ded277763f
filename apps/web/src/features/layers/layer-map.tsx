import type { LayerPlacement } from '@wakeline/domain/layers/layer-placement';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ReferenceMarkers } from '../../map/image-layers/reference-markers.tsx';
import { useImageLayers } from '../../map/image-layers/use-image-layers.ts';
import type { MapView } from '../../map/map-view.ts';
import type { LayerDraft } from './layer-draft.ts';

interface LayerMapProps {
  readonly view: MapView;
  readonly draft: LayerDraft;
  /** The placement of the picture; null while unknown. */
  readonly placement: LayerPlacement | null;
  readonly onPoints: (points: LayerDraft['mapPoints']) => void;
}

/** Content of the configuration map: the preview of the picture and the reference points. */
export function LayerMap({ view, draft, placement, onPoints }: LayerMapProps) {
  const { t } = useTranslation('ownLayers');
  const { picture, mapPoints, opacity } = draft;
  const url = picture?.url ?? null;
  const preview = useMemo(
    () =>
      url === null || placement === null
        ? []
        : [{ key: 'preview', url, ...placement.corners, opacity: opacity / 100 }],
    [url, placement, opacity],
  );
  useImageLayers(view, preview);

  // Fits the view to an existing layer once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount only, so that later edits do not move the view
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
  }, [view]);

  return (
    <ReferenceMarkers
      view={view}
      points={useMemo(() => mapPoints.map(([lng, lat]) => ({ lng, lat })), [mapPoints])}
      label={(number) => t('config.mapMark', { number })}
      onAdd={({ lng, lat }) => onPoints([...mapPoints, [lng, lat]])}
      onMove={(index, { lng, lat }) => onPoints(mapPoints.with(index, [lng, lat]))}
    />
  );
}
