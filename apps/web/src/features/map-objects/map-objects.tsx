import type { MapView } from '../../map/map-view.ts';
import { InteractiveObjects } from '../../parts/map-objects/interactive-objects.tsx';
import type { MapObject } from '../../parts/map-objects/map-object.ts';
import { ObjectActions } from './changes/object-actions.tsx';
import { ExportDownloads } from './files/export-downloads.tsx';

interface MapObjectsProps {
  readonly view: MapView;
  /** The device whose card is open. */
  readonly device: number | null;
}

/** Fences, routes and labelled points of the live map with their actions; always drawn, whichever panel is open. */
export function MapObjects({ view, device }: MapObjectsProps) {
  return (
    <>
      <InteractiveObjects view={view} openDeviceId={device} actions={renderActions} />
      <ExportDownloads />
    </>
  );
}

const renderActions = (object: MapObject) => <ObjectActions object={object} />;
