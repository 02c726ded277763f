import type { Leg } from '@wakeline/contract/aviation/legs';
import { ALTITUDE_KINDS } from '@wakeline/domain/aviation/altitude-kind';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import styles from '../aviation.module.css';
import { TimeWithUtc, timeWithUtcText } from '../time-with-utc.tsx';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const LEG_TABLE_WIDTH = 1_340;

export function useLegColumns(): readonly RecordColumn<Leg>[] {
  const { t } = useTranslation('legs');
  const { formatSpan, formatAltitude, formatSpeed, altitudeName } = useFormat();
  return [
    { key: 'tailNumber', title: t('plane'), width: 120, render: ({ tailNumber }) => tailNumber },
    {
      key: 'state',
      title: t('state.label'),
      width: 100,
      optional: true,
      render: ({ state }) => (
        <span className={state === 'flying' ? styles.live : undefined}>{t(`state.${state}`)}</span>
      ),
    },
    {
      key: 'from',
      title: t('from'),
      width: 150,
      optional: true,
      render: ({ departure }) => <FieldName field={departure} />,
    },
    {
      key: 'takeoff',
      title: t('takeoff'),
      width: 230,
      render: (leg) => <LegTimeText time={leg.takeoff} note={leg.beganBefore ? t('beganBefore') : null} />,
    },
    {
      key: 'to',
      title: t('to'),
      width: 150,
      optional: true,
      render: ({ arrival }) => <FieldName field={arrival} />,
    },
    {
      key: 'landing',
      title: t('landing'),
      width: 130,
      render: ({ takeoff, landing }) => (
        <LegTimeText time={landing} note={null} since={takeoff?.at ?? null} />
      ),
    },
    {
      key: 'flightTime',
      title: t('flightTime'),
      width: 110,
      optional: true,
      render: ({ flightTime }) =>
        flightTime !== null && <span className={styles.number}>{formatSpan(flightTime)}</span>,
    },
    {
      key: 'blockTime',
      title: t('blockTime'),
      width: 110,
      optional: true,
      render: ({ blockTime }) =>
        blockTime !== null && <span className={styles.number}>{formatSpan(blockTime)}</span>,
    },
    {
      key: 'landings',
      title: t('touchAndGos'),
      width: 130,
      optional: true,
      render: ({ touchAndGos }) => touchAndGos > 0 && <span className={styles.number}>{touchAndGos}</span>,
    },
    {
      key: 'distance',
      title: t('distance'),
      width: 100,
      optional: true,
      render: ({ distance }) => <Value quantity={formatDistance(distance)} />,
    },
    {
      key: 'maxHeight',
      title: t('maxHeight'),
      width: 110,
      optional: true,
      render: ({ maxHeight }) =>
        maxHeight !== null && (
          <span className={styles.lines} title={altitudeName(t('aboveSea'), maxHeight.altitudeKind)}>
            <Value quantity={formatAltitude(maxHeight.metres)} />
            {maxHeight.altitudeKind !== ALTITUDE_KINDS.sea && (
              <span className={styles.utcHint}>{altitudeName('', maxHeight.altitudeKind)}</span>
            )}
          </span>
        ),
    },
    {
      key: 'maxSpeed',
      title: t('maxSpeed'),
      width: 110,
      optional: true,
      initiallyHidden: true,
      render: ({ maxSpeed }) => maxSpeed !== null && <Value quantity={formatSpeed(maxSpeed)} />,
    },
    {
      key: 'offBlock',
      title: t('offBlock'),
      width: 230,
      optional: true,
      initiallyHidden: true,
      render: ({ offBlock }) => <LegTimeText time={offBlock} note={null} />,
    },
    {
      key: 'inBlock',
      title: t('inBlock'),
      width: 230,
      optional: true,
      initiallyHidden: true,
      render: ({ inBlock }) => <LegTimeText time={inBlock} note={null} />,
    },
  ];
}

function FieldName({ field }: { readonly field: Leg['departure'] }) {
  const { t } = useTranslation('legs');
  if (field === null) return null;
  const { fieldName, ident, runway, isUncertain } = field;
  const details = [
    ident,
    runway === null ? null : t('runway', { runway }),
    isUncertain ? t('uncertain') : null,
  ];
  const name = isUncertain ? t('maybe', { name: fieldName }) : fieldName;
  return <span title={[fieldName, ...details].filter((part) => part !== null).join(' · ')}>{name}</span>;
}

interface LegTimeTextProps {
  readonly time: Leg['takeoff'];
  /** What is to be known of it; null: nothing. */
  readonly note: string | null;
  /** The day is not repeated if it is that of this time. */
  readonly since?: number | null;
}

/** Sparse reports, milliseconds between those around the time. */
const SPARSE_MS = 60_000;

function LegTimeText({ time, note, since = null }: LegTimeTextProps) {
  const { t } = useTranslation('legs');
  const { formatDateTime, timeZone } = useFormat();
  if (time === null) return null;
  const { at, from, to, found, isCorrected } = time;
  const isSameDay = since !== null && formatDateTime(since).slice(0, 10) === formatDateTime(at).slice(0, 10);
  const isRange = !isCorrected && from !== null && to !== null && to - from > SPARSE_MS;
  const hint = isCorrected
    ? t('foundAt', { time: found === null ? t('notFound') : timeWithUtcText(found, timeZone) })
    : isRange
      ? t('between', { from: timeWithUtcText(from, timeZone), to: timeWithUtcText(to, timeZone) })
      : note;
  return (
    <span className={styles.lines}>
      <span className={isCorrected ? styles.corrected : undefined}>
        <TimeWithUtc time={at} short={isSameDay} />
      </span>
      {hint !== null && (
        <span className={styles.utcHint} title={hint}>
          {isCorrected
            ? t('corrected')
            : isRange
              ? t('range', { span: Math.round((to - from) / 60_000) })
              : hint}
        </span>
      )}
    </span>
  );
}
