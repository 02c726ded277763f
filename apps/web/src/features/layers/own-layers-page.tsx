import { IconPlus } from '@tabler/icons-react';
import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { App, Button, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { useChangeLayer } from '../../parts/layers/use-change-layer.ts';
import { useOwnLayers } from '../../parts/layers/use-own-layers.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../parts/records/record-table.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { errorText } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import styles from './own-layers.module.css';

/** The account's own layers, topmost first: pictures on the maps of all its users. */
export function OwnLayersPage() {
  const { t } = useTranslation('ownLayers');
  const language = useLanguage();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { query } = useOwnLayers();
  const { data } = query;
  const failure = useListFailure(query);
  const change = useChangeLayer();
  const showError = (error: unknown) => void message.error(errorText(error, language));

  function remove({ layerId, layerName }: MapLayer): void {
    confirm(
      {
        title: t('deleteTitle', { name: layerName }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name: layerName }),
      },
      () => change.mutateAsync({ kind: 'delete', layerId }),
    );
  }

  const columns: readonly RecordColumn<MapLayer>[] = [
    { key: 'name', title: t('name'), render: ({ layerName }) => layerName },
    {
      key: 'preview',
      title: t('preview'),
      width: 130,
      optional: true,
      render: ({ layerUrl, layerName }) => (
        <img className={styles.preview} src={layerUrl} alt={t('previewOf', { name: layerName })} />
      ),
    },
    {
      key: 'points',
      title: t('points'),
      width: 120,
      optional: true,
      render: ({ layerPoints }) => layerPoints.length,
    },
    {
      key: 'opacity',
      title: t('opacity'),
      width: 120,
      optional: true,
      render: ({ opacity }) => `${opacity} %`,
    },
    { key: 'sort', title: t('sort'), width: 90, optional: true, render: ({ sort }) => sort },
    {
      key: 'shown',
      title: t('shown'),
      width: 130,
      render: ({ layerId, layerName, display, abilities }) =>
        abilities.edit ? (
          <Switch
            checked={display === 'SHOW'}
            aria-label={t('showOne', { name: layerName })}
            onChange={(visible) =>
              change.mutate({ kind: 'display', layerId, visible }, { onError: showError })
            }
          />
        ) : (
          t(display === 'SHOW' ? 'yes' : 'no')
        ),
    },
  ];

  return (
    <Screen
      title={t('title')}
      action={
        data?.abilities.add && (
          <Button type="primary" icon={<IconPlus size={16} />} onClick={() => navigate('/mapConfig')}>
            {t('add')}
          </Button>
        )
      }
    >
      <p className={styles.about}>{t('about')}</p>
      <RecordTable<MapLayer>
        label={t('title')}
        name="ownLayers"
        rows={data?.list.toReversed()}
        rowKey={({ layerId }) => layerId}
        columns={columns}
        {...failure}
        empty={t('none')}
        actionsWidth={110}
        actions={(layer) => (
          <RecordActions
            edit={
              layer.abilities.edit && {
                label: t('edit', { name: layer.layerName }),
                onClick: () => navigate(`/mapConfig?layer=${layer.layerId}`),
              }
            }
            remove={
              layer.abilities.remove && {
                label: t('deleteOne', { name: layer.layerName }),
                onClick: () => remove(layer),
              }
            }
          />
        )}
      />
    </Screen>
  );
}
