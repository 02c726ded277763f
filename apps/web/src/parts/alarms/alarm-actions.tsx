import type { AlarmHandling } from '@wakeline/contract/entities/alarm';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../service/session.ts';
import styles from './alarms.module.css';
import { ResolveDialog } from './resolve-dialog.tsx';
import { useAlarmStep } from './use-alarm.ts';

interface AlarmActionsProps {
  readonly messageId: number;
  readonly handling: AlarmHandling;
  /** Without resolving and reopening, where another action ends the alarm. */
  readonly acknowledgeOnly?: boolean;
  readonly small?: boolean;
  /** What resolving does not do. */
  readonly resolveNote?: string | undefined;
}

/** What an editor can do with an alarm in its state. */
export function AlarmActions({
  messageId,
  handling,
  acknowledgeOnly = false,
  small = acknowledgeOnly,
  resolveNote,
}: AlarmActionsProps) {
  const { t } = useTranslation('notices');
  const { uid } = useSession();
  const { take, pending } = useAlarmStep(messageId);
  const [resolving, setResolving] = useState(false);
  const { state, ownerId } = handling;
  const size = small ? 'small' : 'middle';
  const isForeign = state === 'acknowledged' && String(ownerId) !== uid;
  return (
    <div className={styles.actions}>
      {state === 'open' && (
        <Button
          type={acknowledgeOnly ? 'default' : 'primary'}
          size={size}
          loading={pending}
          onClick={() => take({ step: 'acknowledge', takeOver: false })}
        >
          {t('handling.acknowledge')}
        </Button>
      )}
      {isForeign && (
        <Button size={size} loading={pending} onClick={() => take({ step: 'acknowledge', takeOver: true })}>
          {t('handling.takeOver')}
        </Button>
      )}
      {!acknowledgeOnly && state !== 'resolved' && (
        <Button
          type={state === 'acknowledged' && !isForeign ? 'primary' : 'default'}
          size={size}
          onClick={() => setResolving(true)}
        >
          {t('handling.resolve')}
        </Button>
      )}
      {!acknowledgeOnly && state === 'resolved' && (
        <Button size={size} loading={pending} onClick={() => take({ step: 'reopen' })}>
          {t('handling.reopen')}
        </Button>
      )}
      <ResolveDialog
        open={resolving}
        messageId={messageId}
        note={resolveNote}
        onClose={() => setResolving(false)}
      />
    </div>
  );
}
