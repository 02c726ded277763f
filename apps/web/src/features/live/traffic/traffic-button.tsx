import { IconShip } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { Button } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { trafficStore } from '../../../live/traffic-store.ts';
import styles from './live-traffic.module.css';

interface TrafficButtonProps {
  readonly visible: boolean;
  readonly onVisible: (visible: boolean) => void;
}

/** Shows and hides the traffic of feeds. Users without feeds do not see the button. */
export function TrafficButton({ visible, onVisible }: TrafficButtonProps) {
  const { t } = useTranslation('live');
  const { formatCount } = useFormat();
  const total = useSyncExternalStore(trafficStore.subscribe, trafficStore.getTotal);
  const drawn = useSyncExternalStore(trafficStore.subscribe, () => trafficStore.getObjects().size);
  const [hasTraffic, setHasTraffic] = useState(false);
  if (drawn > 0 && !hasTraffic) setHasTraffic(true);
  if (visible && !hasTraffic) return null;
  const isLimited = total > LIMITS.trafficObjects;
  const label = visible
    ? isLimited
      ? t('traffic.limited', { drawn: formatCount(drawn), total: formatCount(total) })
      : t('traffic.hide')
    : t('traffic.show');
  return (
    <Button
      aria-label={label}
      aria-pressed={visible}
      title={label}
      className={(visible && styles.on) || ''}
      icon={<IconShip size={18} />}
      onClick={() => onVisible(!visible)}
    />
  );
}
