import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { UpdateHtml } from './update-html.tsx';
import styles from './update-log.module.css';
import { useAcknowledge, useUpdateLog } from './use-updates.ts';

/** Shows the newest entry of the update log until the user acknowledges it. */
export function UpdateDialog() {
  const { t } = useTranslation('updates');
  const navigate = useNavigate();
  const { data } = useUpdateLog(1, 1);
  const acknowledge = useAcknowledge();
  const ok = useRef<HTMLButtonElement>(null);
  // Closed without acknowledgement: it opens again with the next entry or page load.
  const [closed, setClosed] = useState<number | null>(null);
  const [newest] = data?.list ?? [];
  const open =
    newest !== undefined &&
    data !== undefined &&
    newest.noticeId > data.readTo &&
    newest.noticeId !== closed &&
    newest.noticeId !== acknowledge.variables;
  return (
    <Modal
      open={open}
      title={newest?.title}
      width={560}
      onCancel={() => setClosed(newest?.noticeId ?? null)}
      maskClosable={false}
      afterOpenChange={(isOpen) => isOpen && ok.current?.focus()}
      footer={
        newest && [
          <Button
            key="log"
            onClick={() => {
              setClosed(newest.noticeId);
              navigate('/updateLog');
            }}
          >
            {t('viewAll')}
          </Button>,
          <Button key="ok" ref={ok} type="primary" onClick={() => acknowledge.mutate(newest.noticeId)}>
            {t('acknowledge')}
          </Button>,
        ]
      }
    >
      {newest && (
        <article className={styles.body}>
          <time dateTime={new Date(newest.createTime).toISOString()}>{newest.createTimeStr}</time>
          <UpdateHtml html={newest.content} />
        </article>
      )}
    </Modal>
  );
}
