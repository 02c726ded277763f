import { LIMITS } from '@wakeline/contract/limits';
import type { EventMap } from '@wakeline/domain/courses/event';
import { ConfigProvider, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useEventMaps } from '../../parts/layers/use-event-maps.ts';
import { useSession } from '../../service/session.ts';
import styles from './matches.module.css';
import { OrderedRows } from './ordered-rows.tsx';

interface MapsFieldProps {
  /** From the form. */
  readonly id?: string;
  /** The lowest first. */
  readonly value?: readonly EventMap[];
  readonly onChange?: (maps: readonly EventMap[]) => void;
}

const keyOf = ({ kind, id }: EventMap) => `${kind} ${id}`;

/** Chooses race layers and OCAD maps, and their order: the topmost is at the top of the list. */
export function MapsField({ id, value = [], onChange }: MapsFieldProps) {
  const { t } = useTranslation('matches');
  const { componentDisabled } = ConfigProvider.useConfig();
  const { roles } = useSession();
  const maps = useEventMaps();
  const hasMaps = roles.some(({ name }) => name === 'eob_plugin_race_layer');
  const free = maps.filter((map) => !value.some((chosen) => keyOf(chosen) === keyOf(map)));
  const change = (topFirst: readonly EventMap[]) => onChange?.(topFirst.toReversed());
  const nameOf = (map: EventMap) => maps.find((one) => keyOf(one) === keyOf(map))?.name ?? map.name;

  return (
    <div className={styles.stack}>
      <OrderedRows
        label={t('maps')}
        items={value.toReversed()}
        keyOf={keyOf}
        nameOf={nameOf}
        onChange={change}
        render={(map) => (
          <span className={styles.rowText}>
            {nameOf(map)} <small>{t(`mapKind.${map.kind}`)}</small>
          </span>
        )}
      />
      {componentDisabled !== true &&
        (hasMaps ? (
          <Select<string>
            {...(id !== undefined && { id })}
            className={styles.field ?? ''}
            placeholder={t(value.length >= LIMITS.matchMaps ? 'mapsFull' : 'addMap')}
            disabled={value.length >= LIMITS.matchMaps}
            value={null}
            notFoundContent={t('noMaps')}
            showSearch={{ optionFilterProp: 'label' }}
            options={free.map((map) => ({
              value: keyOf(map),
              label: `${map.name} · ${t(`mapKind.${map.kind}`)}`,
            }))}
            onChange={(key) => {
              const map = free.find((one) => keyOf(one) === key);
              if (map !== undefined) onChange?.([...value, { kind: map.kind, id: map.id, name: map.name }]);
            }}
          />
        ) : (
          <span className={styles.hint}>{t('mapsNeedFunction')}</span>
        ))}
    </div>
  );
}
