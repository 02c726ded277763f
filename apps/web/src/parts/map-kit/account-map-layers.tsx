import type { MapView } from '../../map/map-view.ts';
import { LayersOnMap } from '../layers/layers-on-map.tsx';
import { ReadOnlyObjects } from '../map-objects/read-only-objects.tsx';

/** The account's own content below devices and tracks: its layers, and the kinds of objects enabled in this browser. */
export function AccountMapLayers({ view }: { readonly view: MapView }) {
  return (
    <>
      <LayersOnMap view={view} />
      <ReadOnlyObjects view={view} />
    </>
  );
}
