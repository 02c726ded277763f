import type { MapView } from '../../map/map-view.ts';
import { LayersOnMap, type RequiredMap } from '../layers/layers-on-map.tsx';
import { ReadOnlyObjects } from '../map-objects/read-only-objects.tsx';

interface AccountMapLayersProps {
  readonly view: MapView;
  /** A map of the account that is drawn even if it is hidden. */
  readonly required?: RequiredMap | null;
}

/** The account's own content below devices and tracks: its layers, and the kinds of objects enabled in this browser. */
export function AccountMapLayers({ view, required = null }: AccountMapLayersProps) {
  return (
    <>
      <LayersOnMap view={view} required={required} />
      <ReadOnlyObjects view={view} />
    </>
  );
}
