import { IconPlus } from '@tabler/icons-react';
import type { LandingPlace } from '@wakeline/contract/aviation/landing-places';
import { LIMITS } from '@wakeline/contract/limits';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createNameComparator } from '../../../format/collator.ts';
import { formatAltitude, formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import styles from '../aviation.module.css';
import { PlaneScreen } from '../plane-screen.tsx';
import { LandingPlaceForm, type LandingPlaceSubject } from './landing-place-form.tsx';
import { useLandingPlaceChange, useLandingPlaces } from './use-landing-places.ts';

/** Width in pixels of the columns; a narrower table scrolls sideways. */
const TABLE_WIDTH = 900;

/** The own landing places of the account. The address contains the search. */
export function LandingPlacesPage() {
  const { t } = useTranslation('landingPlaces');
  const language = useLanguage();
  const confirm = useConfirm();
  const [search, setSearch] = useSearchParams();
  const keywords = (search.get('keywords') ?? '').trim().slice(0, LIMITS.name);
  const query = useLandingPlaces();
  const { data } = query;
  const failure = useListFailure(query);
  const remove = useLandingPlaceChange('deleteLandingPlaces');
  const [subject, setSubject] = useState<LandingPlaceSubject | null>(null);
  const columns = useColumns();
  const isEmpty = data?.list.length === 0;
  const compare = createNameComparator(language);
  const rows = data?.list
    .filter(({ landingPlaceName, code, note }) =>
      `${landingPlaceName} ${code ?? ''} ${note}`.toLowerCase().includes(keywords.toLowerCase()),
    )
    .toSorted((a, b) => compare(a.landingPlaceName, b.landingPlaceName));

  function confirmRemoval({ landingPlaceId, landingPlaceName: name }: LandingPlace): void {
    confirm(
      {
        title: t('deleteTitle', { name }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ landingPlaceIds: [landingPlaceId] }),
    );
  }

  const addButton = data?.abilities.change && (
    <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
      {t('add')}
    </Button>
  );
  const setKeywords = (text: string) => setSearch(text === '' ? {} : { keywords: text }, { replace: true });

  return (
    <PlaneScreen tab="landingPlaces" action={!isEmpty && addButton}>
      {!isEmpty && (
        <FilterBar
          search={t('search')}
          keywords={keywords}
          maxLength={LIMITS.name}
          onSearch={setKeywords}
          active={0}
          onClear={() => setKeywords('')}
        />
      )}
      <RecordTable<LandingPlace>
        label={t('title')}
        name="landing-places"
        rows={rows}
        rowKey={({ landingPlaceId }) => landingPlaceId}
        columns={columns}
        minWidth={TABLE_WIDTH}
        {...failure}
        empty={
          <span className={styles.empty}>
            {t(isEmpty ? 'none' : 'noneFound')}
            {isEmpty && addButton}
          </span>
        }
        {...(data?.abilities.change && {
          actionsWidth: 100,
          actions: (place: LandingPlace) => (
            <RecordActions
              edit={{
                label: t('editOne', { name: place.landingPlaceName }),
                onClick: () => setSubject({ kind: 'edit', place }),
              }}
              remove={{
                label: t('deleteOne', { name: place.landingPlaceName }),
                onClick: () => confirmRemoval(place),
              }}
            />
          ),
        })}
      />
      <LandingPlaceForm subject={subject} places={data?.list ?? []} onClose={() => setSubject(null)} />
    </PlaneScreen>
  );
}

function useColumns(): readonly RecordColumn<LandingPlace>[] {
  const { t } = useTranslation('landingPlaces');
  const { formatCoordinates, altitudeUnits } = useFormat();
  const text = (value: string) => (value === '' ? null : <span title={value}>{value}</span>);
  return [
    { key: 'name', title: t('name'), width: 200, render: ({ landingPlaceName }) => text(landingPlaceName) },
    {
      key: 'code',
      title: t('code'),
      width: 110,
      optional: true,
      render: ({ code }) => code !== null && <span className={styles.code}>{code}</span>,
    },
    {
      key: 'coordinates',
      title: t('coordinates'),
      width: 220,
      optional: true,
      render: ({ latitude, longitude }) => (
        <span className={styles.number}>{formatCoordinates(latitude, longitude)}</span>
      ),
    },
    {
      key: 'elevation',
      title: t('elevation'),
      width: 110,
      optional: true,
      render: ({ elevation }) =>
        elevation !== null && <Value quantity={formatAltitude(elevation, altitudeUnits)} />,
    },
    {
      key: 'radius',
      title: t('radius'),
      width: 110,
      optional: true,
      render: ({ radius }) => <Value quantity={formatDistance(radius)} />,
    },
    { key: 'note', title: t('note'), optional: true, render: ({ note }) => text(note) },
  ];
}
