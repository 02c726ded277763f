import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildShareUrl } from '../addresses/watch-url.ts';
import { CreatedLink } from './created-link.tsx';
import { type ReplayTimes, ShareForm } from './share-form.tsx';

interface ShareDialogProps {
  /** Devices of the link. */
  readonly trackerIds: readonly number[];
  /** Period of a replay; without it the link shows the present. */
  readonly replay?: ReplayTimes;
  readonly onClose: () => void;
}

/** Creates a share link and displays it once. */
export function ShareDialog({ trackerIds, replay, onClose }: ShareDialogProps) {
  const { t } = useTranslation('shares');
  const [code, setCode] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  return (
    <Modal
      open
      title={t(code !== null ? 'share.made' : replay ? 'share.titleReplay' : 'share.title')}
      onCancel={onClose}
      // A click outside must not discard the input or the link, which is displayed only once.
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
        <CreatedLink
          url={buildShareUrl(code, replay ? 'replay' : 'present')}
          warning={t('share.once')}
          onDone={onClose}
        />
      )}
    </Modal>
  );
}
