import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useTracker } from '../../live/live-store.ts';
import { fullName } from '../../parts/devices/full-name.ts';
import { useClearSos } from '../../parts/sos/use-clear-sos.ts';
import { PopoverList } from '../../ui/popover-list.tsx';
import { useHelpPoint } from './help-point.ts';
import styles from './sos.module.css';
import { SosHandling } from './sos-handling.tsx';
import { SosPerson } from './sos-person.tsx';

interface SosListProps {
  readonly ids: readonly number[];
  /** Called when an entry navigates elsewhere. */
  readonly onLeave: () => void;
}

/** The open SOS, newest first, with actions for each. */
export function SosList({ ids, onLeave }: SosListProps) {
  const { t } = useTranslation('sos');
  const open = useHelpPoint((state) => state.open);
  return (
    <PopoverList
      title={t('title')}
      bulkAction={{
        label: t('helpPoint'),
        disabled: ids.length === 0,
        loading: false,
        onClick() {
          onLeave();
          open(ids);
        },
      }}
      pending={false}
      failure={null}
      onRetry={onLeave}
      empty={ids.length === 0 ? t('none') : null}
      footer={null}
    >
      {ids.length > 0 && (
        <ul>
          {ids.map((id) => (
            <li key={id} className={styles.entry}>
              <SosEntry id={id} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
    </PopoverList>
  );
}

function SosEntry({ id, onLeave }: { readonly id: number; readonly onLeave: () => void }) {
  const tracker = useTracker(id);
  return tracker === undefined ? null : (
    <>
      <SosPerson tracker={tracker} />
      <SosHandling trackerId={id} />
      <SosActions
        trackerId={id}
        name={fullName(tracker)}
        canClear={tracker.abilities.liftSos}
        onLeave={onLeave}
      />
    </>
  );
}

interface SosActionsProps {
  readonly trackerId: number;
  readonly name: string;
  /** Whether the user can clear the SOS. */
  readonly canClear: boolean;
  readonly onLeave: () => void;
}

/** Actions of an SOS: show it on the map, open the help point, clear it. */
export function SosActions({ trackerId, name, canClear, onLeave }: SosActionsProps) {
  const { t } = useTranslation('sos');
  const navigate = useNavigate();
  const open = useHelpPoint((state) => state.open);
  const clearSos = useClearSos();
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        type="primary"
        danger
        onClick={() => {
          onLeave();
          navigate(`/?device=${trackerId}`);
        }}
      >
        {t('show')}
      </Button>
      <Button
        size="small"
        onClick={() => {
          onLeave();
          open([trackerId]);
        }}
      >
        {t('helpPoint')}
      </Button>
      {canClear && (
        <Button size="small" onClick={() => clearSos(trackerId, name)}>
          {t('lift.do')}
        </Button>
      )}
    </div>
  );
}
