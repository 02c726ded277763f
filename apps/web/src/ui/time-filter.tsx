import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';
import { toInstant, toWallTime } from '../format/zone.ts';
import { usePhone } from './media.ts';
import styles from './time-filter.module.css';

/** The time of day that goes with a day that is chosen alone: the first of it, or the last. */
const DAY_START = dayjs.utc(0);
const DAY_END = DAY_START.endOf('day');

interface TimeFilterProps {
  /** Epoch milliseconds; undefined: open at this end. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  /** What the server's clock says: the calendars open at this day. */
  readonly now: number;
  /** Only the ends that were changed are there. */
  readonly onChange: (change: {
    readonly startTime?: number | undefined;
    readonly endTime?: number | undefined;
  }) => void;
}

/** From when to when, in the account's time zone. On a phone two fields: the two calendars of a range have no room there. */
export function TimeFilter({ startTime, endTime, now, onChange }: TimeFilterProps) {
  const { t } = useTranslation('app');
  const { timeZone } = useFormat();
  const phone = usePhone();
  const getWallTime = (time: number | undefined) => (time === undefined ? null : toWallTime(time, timeZone));

  if (phone) {
    return (['startTime', 'endTime'] as const).map((edge) => (
      <DatePicker
        key={edge}
        className={styles.edge ?? ''}
        aria-label={t(edge === 'startTime' ? 'time.from' : 'time.to')}
        placeholder={t(edge === 'startTime' ? 'time.from' : 'time.to')}
        showTime={edge === 'startTime' ? true : { defaultOpenValue: DAY_END }}
        showNow={false}
        needConfirm={false}
        inputReadOnly
        defaultPickerValue={toWallTime(now, timeZone)}
        value={getWallTime(edge === 'startTime' ? startTime : endTime)}
        onChange={(picked) => onChange({ [edge]: picked === null ? undefined : toInstant(picked, timeZone) })}
      />
    ));
  }
  return (
    <DatePicker.RangePicker
      className={styles.range ?? ''}
      showTime={{ defaultOpenValue: [DAY_START, DAY_END] }}
      allowEmpty={[true, true]}
      aria-label={t('time.range')}
      value={[getWallTime(startTime), getWallTime(endTime)]}
      onChange={(range) =>
        onChange({
          startTime: range?.[0] ? toInstant(range[0], timeZone) : undefined,
          endTime: range?.[1] ? toInstant(range[1], timeZone) : undefined,
        })
      }
    />
  );
}
