import type { MapView } from '../../map/map-view.ts';
import { OwnLayersOnMap } from '../layers/own-layers-on-map.tsx';
import { ObjectsShown } from '../map-objects/objects-shown.tsx';

/** What the account has drawn, below devices and tracks: its own layers, and the kinds of objects that this browser shows. */
export function AccountGround({ view }: { readonly view: MapView }) {
  return (
    <>
      <OwnLayersOnMap view={view} />
      <ObjectsShown view={view} />
    </>
  );
}
