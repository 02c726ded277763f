import { IconUpload } from '@tabler/icons-react';
import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import { App, Button, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { useOcadMaps } from '../../parts/layers/use-ocad-maps.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../parts/records/record-table.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { errorText } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import styles from './ocad-maps.module.css';
import { RenameDialog } from './rename-dialog.tsx';
import { PositionTag, TileTag } from './tags.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { useChangeOcadMap } from './use-change-ocad-map.ts';

const viewPath = (mapId: number) => `/ocadCustomMapView?map=${mapId}`;

/** The account's maps of OCAD files. */
export function OcadMapsPage() {
  const { t } = useTranslation('ocadMaps');
  const language = useLanguage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const query = useOcadMaps();
  const failure = useListFailure(query);
  const change = useChangeOcadMap();
  const [isUploading, setUploading] = useState(false);
  const [renamed, setRenamed] = useState<OcadMap | null>(null);
  const { data } = query;

  function remove({ mapId, mapName: name }: OcadMap): void {
    confirm(
      {
        title: t('deleteTitle', { name }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => change.mutateAsync({ kind: 'delete', mapId }),
    );
  }

  const columns = useColumns((mapId, visible) =>
    change.mutate(
      { kind: 'display', mapId, visible },
      { onError: (error) => void message.error(errorText(error, language)) },
    ),
  );
  return (
    <Screen
      title={t('title')}
      action={
        data?.abilities.add && (
          <Button type="primary" icon={<IconUpload size={16} />} onClick={() => setUploading(true)}>
            {t('upload.title')}
          </Button>
        )
      }
    >
      <p className={styles.about}>{t('about')}</p>
      <RecordTable<OcadMap>
        label={t('title')}
        name="ocadMaps"
        rows={data?.list}
        rowKey={({ mapId }) => mapId}
        columns={columns}
        {...failure}
        empty={t('none')}
        actionsWidth={110}
        actions={(map) => (
          <RecordActions
            edit={
              map.abilities.edit && {
                label: t('rename', { name: map.mapName }),
                onClick: () => setRenamed(map),
              }
            }
            remove={
              map.abilities.remove && {
                label: t('deleteOne', { name: map.mapName }),
                onClick: () => remove(map),
              }
            }
          />
        )}
      />
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
      {renamed !== null && <RenameDialog map={renamed} onClose={() => setRenamed(null)} />}
    </Screen>
  );
}

function useColumns(onShow: (mapId: number, visible: boolean) => void): readonly RecordColumn<OcadMap>[] {
  const { t } = useTranslation('ocadMaps');
  return [
    {
      key: 'name',
      title: t('name'),
      render: ({ mapId, mapName }) => <Link to={viewPath(mapId)}>{mapName}</Link>,
    },
    { key: 'scale', title: t('scale'), width: 120, render: ({ mapScale }) => `1:${mapScale}` },
    {
      key: 'system',
      title: t('system'),
      optional: true,
      render: ({ coordinateSystem }) => coordinateSystem?.name ?? t('noSystem'),
    },
    { key: 'position', title: t('position'), width: 130, render: (map) => <PositionTag map={map} /> },
    { key: 'objects', title: t('objects'), width: 100, optional: true, render: ({ objects }) => objects },
    {
      key: 'version',
      title: t('version'),
      width: 110,
      optional: true,
      render: ({ ocadVersion }) => `OCAD ${ocadVersion}`,
    },
    { key: 'tiles', title: t('tiles'), width: 130, render: (map) => <TileTag map={map} /> },
    {
      key: 'visible',
      title: t('visible'),
      width: 110,
      render: ({ mapId, mapName, display, abilities }) =>
        abilities.edit ? (
          <Switch
            checked={display === 'SHOW'}
            aria-label={t('showOne', { name: mapName })}
            onChange={(checked) => onShow(mapId, checked)}
          />
        ) : (
          t(display === 'SHOW' ? 'yes' : 'no')
        ),
    },
  ];
}
