import type { LegGrouping, LegSum } from '@wakeline/contract/aviation/legs';
import { ALTITUDE_KINDS } from '@wakeline/domain/aviation/altitude-kind';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import styles from '../aviation.module.css';
import { type LegRequest, type SumMeasure, toGroupSearch } from './leg-request.ts';
import { SumChart } from './sum-chart.tsx';
import { useLegSums } from './use-legs.ts';

interface SumTableProps {
  readonly by: LegGrouping;
  readonly request: LegRequest;
  readonly onMeasure: (measure: SumMeasure) => void;
}

/** Width in pixels of the columns; a narrower table scrolls sideways. */
const TABLE_WIDTH = 1_000;

/** Sums of the legs by plane, field or day, with their total and a chart. */
export function SumTable({ by, request, onMeasure }: SumTableProps) {
  const { t } = useTranslation('legs');
  const query = useLegSums(request, by);
  const failure = useListFailure(query);
  const rows = query.data?.list;
  const { formatSpan, formatSpeed, formatCount, timeZone } = useFormat();
  const longest = Math.max(1, ...(rows ?? []).map(({ flightTime }) => flightTime));
  const number = (value: number) => <span className={styles.number}>{formatCount(value)}</span>;
  const columns: readonly RecordColumn<LegSum>[] = [
    {
      key: 'label',
      title: t(`by.${by}`),
      width: 220,
      render: (sum) => <GroupName sum={sum} search={toGroupSearch(request, sum, timeZone)} />,
    },
    {
      key: 'flightTime',
      title: t('flightTime'),
      width: 260,
      render: ({ flightTime }) => (
        <span className={styles.bar}>
          <span className={styles.number}>{formatSpan(flightTime)}</span>
          <meter value={flightTime / longest} aria-hidden />
        </span>
      ),
    },
    { key: 'legs', title: t('count'), width: 90, render: ({ legs }) => number(legs) },
    {
      key: 'landings',
      title: t('landings'),
      width: 100,
      optional: true,
      render: ({ landings }) => number(landings),
    },
    {
      key: 'touchAndGos',
      title: t('touchAndGos'),
      width: 130,
      optional: true,
      render: ({ touchAndGos }) => number(touchAndGos),
    },
    {
      key: 'blockTime',
      title: t('blockTime'),
      width: 120,
      optional: true,
      // 0: no leg has both times.
      render: ({ blockTime }) =>
        blockTime > 0 && <span className={styles.number}>{formatSpan(blockTime)}</span>,
    },
    {
      key: 'distance',
      title: t('distance'),
      width: 110,
      optional: true,
      render: ({ distance }) => <Value quantity={formatDistance(distance)} />,
    },
    {
      key: 'maxHeight',
      title: t('maxHeight'),
      width: 150,
      optional: true,
      render: (sum) => <Heights sum={sum} />,
    },
    {
      key: 'maxSpeed',
      title: t('maxSpeed'),
      width: 110,
      optional: true,
      render: ({ maxSpeed }) => maxSpeed !== null && <Value quantity={formatSpeed(maxSpeed)} />,
    },
  ];
  return (
    <>
      {rows !== undefined && rows.length > 0 && (
        <>
          <Totals rows={rows} />
          <SumChart by={by} request={request} rows={rows} onMeasure={onMeasure} />
        </>
      )}
      <RecordTable<LegSum>
        label={t(`by.${by}`)}
        name={`leg-sums-${by}`}
        rows={rows}
        rowKey={({ key }) => key}
        columns={columns}
        minWidth={TABLE_WIDTH}
        {...failure}
        empty={t('noneFound')}
      />
    </>
  );
}

function GroupName({ sum: { label }, search }: { readonly sum: LegSum; readonly search: string | null }) {
  const { t } = useTranslation('legs');
  if (search === null) return <span className={styles.muted}>{t('noField')}</span>;
  return (
    <Link to={search} className={styles.link} title={label}>
      {label}
    </Link>
  );
}

/** The highest altitude of each kind: they are never compared. */
function Heights({ sum: { maxHeights } }: { readonly sum: LegSum }) {
  const { t } = useTranslation('legs');
  const { formatAltitude, altitudeName } = useFormat();
  return (
    <span className={styles.lines}>
      {maxHeights.map(({ metres, altitudeKind }) => (
        <span key={altitudeKind} title={altitudeName(t('aboveSea'), altitudeKind)}>
          <Value quantity={formatAltitude(metres)} />
          {altitudeKind !== ALTITUDE_KINDS.sea && (
            <span className={styles.utc}>{altitudeName('', altitudeKind)}</span>
          )}
        </span>
      ))}
    </span>
  );
}

function Totals({ rows }: { readonly rows: readonly LegSum[] }) {
  const { t } = useTranslation('legs');
  const { formatSpan, formatCount } = useFormat();
  const sumOf = (name: 'legs' | 'landings' | 'flightTime' | 'blockTime' | 'distance') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t('count')}</dt>
        <dd>{formatCount(sumOf('legs'))}</dd>
      </div>
      <div>
        <dt>{t('landings')}</dt>
        <dd>{formatCount(sumOf('landings'))}</dd>
      </div>
      <div>
        <dt>{t('flightTime')}</dt>
        <dd>{formatSpan(sumOf('flightTime'))}</dd>
      </div>
      <div>
        <dt>{t('blockTime')}</dt>
        <dd>{formatSpan(sumOf('blockTime'))}</dd>
      </div>
      <div>
        <dt>{t('distance')}</dt>
        <dd>
          <Value quantity={formatDistance(sumOf('distance'))} />
        </dd>
      </div>
    </dl>
  );
}
