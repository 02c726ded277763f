import type { Flight, FlightState } from '@wakeline/contract/aviation/flights';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../aviation.module.css';

const STATE_COLORS: Readonly<Record<FlightState, string>> = {
  planned: 'default',
  offBlock: 'processing',
  flying: 'processing',
  landed: 'success',
  overdue: 'warning',
  unobserved: 'default',
  cancelled: 'default',
};

interface FlightStateTextProps {
  readonly flight: Pick<Flight, 'state' | 'overdue' | 'isDiverted'>;
}

/** The state by colour and text; an overdue flight with its reason. */
export function FlightStateText({ flight: { state, overdue, isDiverted } }: FlightStateTextProps) {
  const { t } = useTranslation('flights');
  const color = overdue?.isUncertain === true ? 'error' : STATE_COLORS[state];
  const reason = overdue === null ? null : overdue.isUncertain ? 'uncertain' : overdue.reason;
  return (
    <span className={styles.lines}>
      <span>
        <Tag color={color}>{t(`state.${state}`)}</Tag>
      </span>
      {reason !== null && <span className={styles.utcHint}>{t(`overdue.${reason}`)}</span>}
      {isDiverted && <span className={styles.utcHint}>{t('diverted')}</span>}
    </span>
  );
}
