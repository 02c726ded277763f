import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react';
import type { TileState } from '@wakeline/contract/entities/map-layer';
import { App, Button, Switch, Tag, type TagProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { KIND_DETAILS, type LayerKind } from '../../parts/layers/layer-kinds.ts';
import { useChangeLayer } from '../../parts/layers/use-change-layer.ts';
import { type AccountLayer, useLayers } from '../../parts/layers/use-layers.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../parts/records/record-table.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { errorText } from '../../service/error-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Screen } from '../../ui/screen.tsx';
import styles from './layer-list-page.module.css';
import { movedUp } from './layer-order.ts';

export function OwnLayersPage() {
  return <LayerListPage kind="own" />;
}

export function RaceLayersPage() {
  return <LayerListPage kind="race" />;
}

/** The account's layers of a kind, topmost first: pictures on the maps of all its users. */
function LayerListPage({ kind }: { readonly kind: LayerKind }) {
  const { t } = useTranslation('imageLayers');
  const language = useLanguage();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { query } = useLayers(kind);
  const { data } = query;
  const failure = useListFailure(query);
  const change = useChangeLayer(kind);
  const showError = (error: unknown) => void message.error(errorText(error, language));
  const { configPath } = KIND_DETAILS[kind];

  function remove({ layerId, layerName }: AccountLayer): void {
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

  const columns = useColumns({
    layers: data?.list ?? [],
    onShow: (layerId, visible) =>
      change.mutate({ kind: 'display', layerId, visible }, { onError: showError }),
    onSort: (layerIds) => change.mutate({ kind: 'sort', layerIds }, { onError: showError }),
  });

  return (
    <Screen
      title={t(`${kind}.title`)}
      action={
        data?.abilities.add && (
          <Button type="primary" icon={<IconPlus size={16} />} onClick={() => navigate(configPath)}>
            {t('add')}
          </Button>
        )
      }
    >
      <p className={styles.about}>{t(`${kind}.about`)}</p>
      <RecordTable<AccountLayer>
        label={t(`${kind}.title`)}
        name={`${kind}Layers`}
        rows={data?.list.toReversed()}
        rowKey={({ layerId }) => layerId}
        columns={columns}
        {...failure}
        empty={t(`${kind}.none`)}
        actionsWidth={110}
        actions={(layer) => (
          <RecordActions
            edit={
              layer.abilities.edit && {
                label: t('edit', { name: layer.layerName }),
                onClick: () => navigate(`${configPath}?layer=${layer.layerId}`),
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

interface ColumnOptions {
  /** From bottom to top. */
  readonly layers: readonly AccountLayer[];
  readonly onShow: (layerId: number, visible: boolean) => void;
  readonly onSort: (layerIds: readonly number[]) => void;
}

function useColumns({ layers, onShow, onSort }: ColumnOptions): readonly RecordColumn<AccountLayer>[] {
  const { t } = useTranslation('imageLayers');
  const layerIds = layers.map(({ layerId }) => layerId);
  return [
    { key: 'name', title: t('name'), render: ({ layerName }) => layerName },
    {
      key: 'preview',
      title: t('preview'),
      width: 130,
      optional: true,
      render: ({ pictureUrl, layerName }) => (
        <img
          className={styles.preview}
          src={pictureUrl}
          loading="lazy"
          alt={t('previewOf', { name: layerName })}
        />
      ),
    },
    {
      key: 'points',
      title: t('points'),
      width: 170,
      optional: true,
      render: ({ layerPoints }) => layerPoints.length,
    },
    {
      key: 'method',
      title: t('editor.method'),
      width: 130,
      optional: true,
      render: ({ method }) => t(`method.${method}`),
    },
    {
      key: 'tiles',
      title: t('tiles'),
      width: 140,
      optional: true,
      render: ({ tileState }) => <TileTag state={tileState} />,
    },
    {
      key: 'opacity',
      title: t('opacity'),
      width: 110,
      optional: true,
      render: ({ opacity }) => `${opacity} %`,
    },
    {
      key: 'sort',
      title: t('sort'),
      width: 100,
      render: ({ layerId, layerName, abilities }) =>
        abilities.edit && (
          <OrderButtons
            name={layerName}
            up={movedUp(layerIds, layerId, 1)}
            down={movedUp(layerIds, layerId, -1)}
            onSort={onSort}
          />
        ),
    },
    {
      key: 'shown',
      title: t('visible'),
      width: 110,
      render: ({ layerId, layerName, visible, abilities }) =>
        abilities.edit ? (
          <Switch
            checked={visible}
            aria-label={t('showOne', { name: layerName })}
            onChange={(checked) => onShow(layerId, checked)}
          />
        ) : (
          t(visible ? 'yes' : 'no')
        ),
    },
  ];
}

interface OrderButtonsProps {
  readonly name: string;
  /** The order after the move; null: it is at the end. */
  readonly up: readonly number[] | null;
  readonly down: readonly number[] | null;
  readonly onSort: (layerIds: readonly number[]) => void;
}

function OrderButtons({ name, up, down, onSort }: OrderButtonsProps) {
  const { t } = useTranslation('imageLayers');
  return (
    <span className={styles.order}>
      <IconButton
        size="small"
        label={t('moveUp', { name })}
        icon={<IconArrowUp size={16} />}
        disabled={up === null}
        onClick={() => up && onSort(up)}
      />
      <IconButton
        size="small"
        label={t('moveDown', { name })}
        icon={<IconArrowDown size={16} />}
        disabled={down === null}
        onClick={() => down && onSort(down)}
      />
    </span>
  );
}

const TILE_COLORS: Readonly<Record<TileState, NonNullable<TagProps['color']>>> = {
  none: 'default',
  waiting: 'processing',
  done: 'success',
  failed: 'error',
};

function TileTag({ state }: { readonly state: TileState }) {
  const { t } = useTranslation('imageLayers');
  return (
    <Tag color={TILE_COLORS[state]} title={t(`tileHint.${state}`)}>
      {t(`tileState.${state}`)}
    </Tag>
  );
}
