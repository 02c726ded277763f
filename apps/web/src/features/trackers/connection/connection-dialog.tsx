import { Modal } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionHelp } from './connection-help.tsx';

/** A device to connect. */
export interface ConnectionSubject {
  readonly trackerId: number;
  readonly trackerName: string;
}

interface ConnectionDialogProps {
  /** Null: closed. */
  readonly subject: ConnectionSubject | null;
  readonly onClose: () => void;
}

/** Connection help of a device. */
export function ConnectionDialog({ subject, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('deviceModels');
  // Keeps the last content visible while the dialog closes.
  const last = useRef<ConnectionSubject | null>(null);
  if (subject) last.current = subject;
  const displayed = last.current;
  return (
    <Modal
      open={subject !== null}
      onCancel={onClose}
      title={t('connectionOf', { name: displayed?.trackerName ?? '' })}
      width={480}
      footer={null}
      destroyOnHidden
    >
      {displayed && <ConnectionHelp of={{ trackerId: displayed.trackerId }} />}
    </Modal>
  );
}
