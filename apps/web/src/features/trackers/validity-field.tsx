import { DatePicker } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { startOfDay, toInstant, toWallTime } from '../../format/zone.ts';
import { serverNow } from '../../live/live-store.ts';

interface ValidityFieldProps {
  /** Set by the form. */
  readonly id?: string;
  /** End of the validity in epoch milliseconds; null: none. */
  readonly value?: number | null;
  readonly onChange?: (validUntil: number | null) => void;
}

/** The last day on which a device is valid, in the account's time zone: the validity ends at the next midnight. */
export function ValidityField({ id, value = null, onChange }: ValidityFieldProps) {
  const { t } = useTranslation('trackers');
  const { timeZone } = useFormat();
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      style={{ width: '100%' }}
      placeholder={t('validUnlimited')}
      defaultPickerValue={toWallTime(serverNow(), timeZone)}
      value={value === null ? null : toWallTime(value - 1, timeZone)}
      onChange={(day) =>
        onChange?.(day === null ? null : startOfDay(toInstant(day.startOf('day'), timeZone), timeZone, 1))
      }
    />
  );
}
