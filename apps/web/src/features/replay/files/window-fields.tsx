import { DatePicker } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { toInstant, toWallTime } from '../../../format/zone.ts';
import { serverNow } from '../../../live/live-store.ts';
import styles from './replay-files.module.css';

/** Epoch milliseconds, both inclusive. */
export interface FileWindow {
  readonly start: number;
  readonly end: number;
}

interface WindowFieldsProps {
  readonly id: string;
  readonly value: FileWindow;
  readonly disabled?: boolean;
  readonly onChange: (window: FileWindow) => void;
}

/** Start and end, to the second, in the account's time zone. */
export function WindowFields({ id, value, disabled = false, onChange }: WindowFieldsProps) {
  const { t } = useTranslation('replayTools');
  const { timeZone } = useFormat();
  return (
    <div className={styles.window}>
      {(['start', 'end'] as const).map((edge) => (
        <DatePicker
          key={edge}
          id={`${id}-${edge}`}
          aria-label={t(edge)}
          className={styles.wide ?? ''}
          showTime
          showNow={false}
          allowClear={false}
          needConfirm={false}
          disabled={disabled}
          value={toWallTime(value[edge], timeZone)}
          maxDate={toWallTime(serverNow(), timeZone).endOf('day')}
          onChange={(wall) => {
            if (wall === null) return;
            // The picker has full seconds: the end includes its last second.
            const time = toInstant(wall, timeZone) + (edge === 'end' ? 999 : 0);
            onChange({ ...value, [edge]: time });
          }}
        />
      ))}
    </div>
  );
}
