import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../map/map-view.ts';
import { MapPopup } from '../../map/popup/map-popup.tsx';
import { FenceFacts } from './fence-facts.tsx';
import type { MapObject } from './map-object.ts';
import { ObjectMark } from './object-mark.tsx';
import styles from './object-popup.module.css';
import { type ChosenObject, useObjectsStore } from './objects-store.ts';
import { PointFacts } from './point-facts.tsx';
import { RouteFacts } from './route-facts.tsx';
import { useObjects } from './use-objects.ts';

interface ObjectPopupProps {
  readonly view: MapView;
  readonly chosen: ChosenObject;
  /** What can be done with the object, below its facts. */
  readonly actions?: ((object: MapObject) => ReactNode) | undefined;
}

/** The popup of a fence, a labelled point or a route. It goes with what it shows. */
export function ObjectPopup({ view, chosen, actions }: ObjectPopupProps) {
  const { t } = useTranslation('mapObjects');
  const { list } = useObjects(chosen.kind);
  const choose = useObjectsStore((state) => state.choose);
  const edited = useObjectsStore((state) => state.edited);
  const object = list.find(({ id }) => id === chosen.id);
  // Its form shows the same.
  if (object === undefined || (edited?.kind === chosen.kind && edited.id === chosen.id)) return null;
  return (
    <MapPopup
      view={view}
      lngLat={chosen.at}
      ariaLabel={t(`${object.kind}.label`, { name: object.name })}
      takeFocus={chosen.takeFocus}
      onClose={() => choose(null)}
    >
      <article className={styles.card}>
        <h2>
          <ObjectMark object={object} size={22} />
          <span>{object.name}</span>
        </h2>
        {object.note !== '' && <p className={styles.note}>{object.note}</p>}
        <Facts object={object} />
        {actions?.(object)}
      </article>
    </MapPopup>
  );
}

function Facts({ object }: { readonly object: MapObject }) {
  if (object.kind === 'fence') return <FenceFacts fence={object.of} />;
  if (object.kind === 'route') return <RouteFacts route={object.of} />;
  return <PointFacts point={object.of} />;
}
