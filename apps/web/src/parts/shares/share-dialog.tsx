import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreatedLink } from './created-link.tsx';
import { type ReplayTimes, ShareForm } from './share-form.tsx';

interface ShareDialogProps {
  /** Devices that the link is to show. */
  readonly trackerIds: readonly number[];
  /** From when to when it shows a replay, epoch milliseconds; left out: it shows the present. */
  readonly replay?: ReplayTimes;
  readonly onClose: () => void;
}

/** Makes a share link, and shows it this once. */
export function ShareDialog({ trackerIds, replay, onClose }: ShareDialogProps) {
  const { t } = useTranslation('shares');
  const [code, setCode] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  return (
    <Modal
      open
      title={t(code !== null ? 'share.made' : replay ? 'share.titleReplay' : 'share.title')}
      onCancel={onClose}
      // Neither what was typed nor what is shown once goes by a click beside it.
      closable={code === null}
      keyboard={!touched && code === null}
      mask={{ closable: false }}
      footer={null}
      width={480}
    >
      {code === null ? (
        <ShareForm
          trackerIds={trackerIds}
          {...(replay && { replay })}
          onCreated={setCode}
          onCancel={onClose}
          onTouched={() => setTouched(true)}
        />
      ) : (
        <CreatedLink code={code} mode={replay ? 'replay' : 'present'} onDone={onClose} />
      )}
    </Modal>
  );
}
