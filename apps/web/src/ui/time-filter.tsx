import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';
import { toInstant, toWallTime } from '../format/zone.ts';
import { usePhone } from './media.ts';
import styles from './time-filter.module.css';

/** Default times when only a day is picked: start and end of the day. */
const DAY_START = dayjs.utc(0);
const DAY_END = DAY_START.endOf('day');

interface TimeFilterProps {
  /** Epoch milliseconds; undefined: unbounded. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  /** Server time: the calendars open at this day. */
  readonly now: number;
  /** Contains only the bounds that changed. */
  readonly onChange: (change: {
    readonly startTime?: number | undefined;
    readonly endTime?: number | undefined;
  }) => void;
}

/**
 * A time range in the account's time zone. On a phone two separate fields, because the two calendars of a range do not
 * fit.
 */
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
