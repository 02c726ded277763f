import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import type { PaperPlacement, PaperPosition } from '@wakeline/domain/layers/paper-placement';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LngLat, MapView } from '../../map/map-view.ts';
import { boundsOf } from '../../map/objects/bounds-of.ts';
import { PageFrame } from '../../map/ocad/page-frame.tsx';
import { cornersOf, type PrintedPage, printFrame, tilePlacement } from './print-frame.ts';
import { clampPaper } from './use-print-page.ts';

interface PrintedFrameProps {
  readonly view: MapView;
  readonly map: OcadMap;
  readonly page: PrintedPage;
  readonly onMove: (center: PaperPosition) => void;
}

/** The frame of a page on the map, once there are tiles. */
export function PrintedFrame({ view, map, page, onMove }: PrintedFrameProps) {
  const { t } = useTranslation('ocadMaps');
  const placement = useMemo(() => tilePlacement(map), [map]);
  const frame = useMemo(
    () => (placement === null ? null : onMap(map.mapScale, page, placement)),
    [placement, map.mapScale, page],
  );
  const { scale, paper, landscape } = page;
  const latest = useRef(frame);
  latest.current = frame;
  // A page of another size may be larger than the view; a moved one stays where the user sees it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what changes the size
  useEffect(() => {
    if (placement === null || latest.current === null) return;
    const ofPage = latest.current.corners.map(({ lng, lat }) => [lng, lat] as const);
    const bounds = boundsOf([...ofPage, ...cornersOf(map.paperBounds).map(placement.toLngLat)]);
    if (bounds !== null) view.fit(bounds);
  }, [view, placement, scale, paper, landscape]);
  if (placement === null || frame === null) return null;
  return (
    <PageFrame
      view={view}
      {...frame}
      label={t('print.frame')}
      onMove={({ lng, lat }) => onMove(clampPaper(placement.toPaper([lng, lat])))}
    />
  );
}

function onMap(mapScale: number, page: PrintedPage, { toLngLat }: PaperPlacement) {
  const at = (point: PaperPosition): LngLat => {
    const [lng, lat] = toLngLat(point);
    return { lng, lat };
  };
  return { corners: cornersOf(printFrame(mapScale, page)).map(at), center: at(page.center) };
}
