import { IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { EXPORT_FORMATS } from '@wakeline/contract/map-objects/exchange';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../map/map-view.ts';
import { MapPopup } from '../../map/popup/map-popup.tsx';
import { type MapObject, PANEL_OF } from '../../parts/map-objects/map-object.ts';
import { type ChosenObject, useObjectsStore } from '../../parts/map-objects/objects-store.ts';
import { useObjects } from '../../parts/map-objects/use-objects.ts';
import { useToolPanels } from '../../parts/map-tools/tool-panels.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { FenceFacts } from './fence-facts.tsx';
import { ObjectMark } from './object-mark.tsx';
import styles from './object-popup.module.css';
import { PointFacts } from './point-facts.tsx';
import { RouteFacts } from './route-facts.tsx';
import { useChangeObjects } from './use-change-objects.ts';
import { useExport } from './use-export.ts';

interface ObjectPopupProps {
  readonly view: MapView;
  readonly chosen: ChosenObject;
}

/** The popup of a fence, a labelled point or a route. It goes with what it shows. */
export function ObjectPopup({ view, chosen }: ObjectPopupProps) {
  const { t } = useTranslation('objects');
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
        <Actions object={object} />
      </article>
    </MapPopup>
  );
}

function Facts({ object }: { readonly object: MapObject }) {
  if (object.kind === 'fence') return <FenceFacts fence={object.of} />;
  if (object.kind === 'route') return <RouteFacts route={object.of} />;
  return <PointFacts point={object.of} />;
}

function Actions({ object }: { readonly object: MapObject }) {
  const { t } = useTranslation('objects');
  const { kind, id, name, abilities } = object;
  const show = useToolPanels((state) => state.show);
  const changes = useChangeObjects(kind);
  const write = useExport();
  return (
    <footer>
      {abilities.edit && (
        <Button
          type="primary"
          size="small"
          icon={<IconPencil size={16} />}
          onClick={() => show(PANEL_OF[kind], { kind: 'object', id, edit: true })}
        >
          {t('action.edit')}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: EXPORT_FORMATS.map((format) => ({
            key: format,
            label: t(`format.${format}`),
            onClick: () => void write.start({ kind, ids: [id], format, name }),
          })),
        }}
      >
        <Button size="small" type="text" aria-label={t('action.export')} icon={<IconDownload size={18} />} />
      </Dropdown>
      {abilities.remove && (
        <IconButton
          size="small"
          danger
          label={t('action.remove')}
          placement="top"
          icon={<IconTrash size={18} />}
          onClick={() => changes.remove([object])}
        />
      )}
    </footer>
  );
}
