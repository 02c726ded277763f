import type { MapView } from '../../map/map-view.ts';
import { OwnLayersOnMap } from '../layers/own-layers-on-map.tsx';
import { ReadOnlyObjects } from '../map-objects/read-only-objects.tsx';

/** What the account has drawn, below devices and tracks: its own layers, and the kinds of objects that this browser shows. */
export function AccountMapLayers({ view }: { readonly view: MapView }) {
  return (
    <>
      <OwnLayersOnMap view={view} />
      <ReadOnlyObjects view={view} />
    </>
  );
}
