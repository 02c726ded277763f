import type { Plane } from '@wakeline/contract/aviation/planes';
import { useTranslation } from 'react-i18next';
import { BindingHistory } from '../../../parts/bindings/binding-history.tsx';
import { useClient } from '../../../service/client.ts';
import { TimeWithUtc } from '../time-with-utc.tsx';
import { PLANE_QUERIES } from './use-planes.ts';

interface PlaneHistoryProps {
  readonly plane: Plane;
  readonly onClose: () => void;
}

/** The devices that a plane has and had. */
export function PlaneHistory({ plane: { planeId, tailNumber }, onClose }: PlaneHistoryProps) {
  const { t } = useTranslation('planes');
  const client = useClient();
  return (
    <BindingHistory
      title={t('history.title', { name: tailNumber })}
      name="plane-bindings"
      current={t('history.current')}
      queryKey={[...PLANE_QUERIES, 'bindings', planeId]}
      read={(page, signal) => client.call('queryPlaneBindings', { planeId, ...page }, { signal })}
      renderTime={(time) => <TimeWithUtc time={time} />}
      onClose={onClose}
    />
  );
}
