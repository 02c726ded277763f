import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../map/map-view.ts';
import { MapPopup } from '../../map/popup/map-popup.tsx';
import { FenceDetails } from './fence-details.tsx';
import type { MapObject } from './map-object.ts';
import { ObjectIcon } from './object-icon.tsx';
import styles from './object-popup.module.css';
import { type SelectedObject, useObjectsStore } from './objects-store.ts';
import { PointDetails } from './point-details.tsx';
import { RouteDetails } from './route-details.tsx';
import { useObjects } from './use-objects.ts';

interface ObjectPopupProps {
  readonly view: MapView;
  readonly selected: SelectedObject;
  /** Actions below the details of the object. */
  readonly actions?: ((object: MapObject) => ReactNode) | undefined;
}

/** The popup of a fence, a labelled point or a route. It closes when the object is removed. */
export function ObjectPopup({ view, selected, actions }: ObjectPopupProps) {
  const { t } = useTranslation('mapObjects');
  const { list } = useObjects(selected.kind);
  const select = useObjectsStore((state) => state.select);
  const edited = useObjectsStore((state) => state.edited);
  const object = list.find(({ id }) => id === selected.id);
  // The object's form shows the same details.
  if (object === undefined || (edited?.kind === selected.kind && edited.id === selected.id)) return null;
  return (
    <MapPopup
      view={view}
      lngLat={selected.lngLat}
      ariaLabel={t(`${object.kind}.label`, { name: object.name })}
      takeFocus={selected.takeFocus}
      onClose={() => select(null)}
    >
      <article className={styles.card}>
        <h2>
          <ObjectIcon object={object} size={22} />
          <span>{object.name}</span>
        </h2>
        {object.note !== '' && <p className={styles.note}>{object.note}</p>}
        <ObjectDetails object={object} />
        {actions?.(object)}
      </article>
    </MapPopup>
  );
}

function ObjectDetails({ object }: { readonly object: MapObject }) {
  if (object.kind === 'fence') return <FenceDetails fence={object.source} />;
  if (object.kind === 'route') return <RouteDetails route={object.source} />;
  return <PointDetails point={object.source} />;
}
