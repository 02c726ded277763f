import { Alert, Drawer, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { AlarmActions } from '../../../parts/alarms/alarm-actions.tsx';
import { AlarmHistory } from '../../../parts/alarms/alarm-history.tsx';
import { HandlingTag } from '../../../parts/alarms/handling-tag.tsx';
import { useAlarm } from '../../../parts/alarms/use-alarm.ts';
import { errorText } from '../../../service/error-text.ts';

interface WarnDrawerProps {
  /** Null: closed. */
  readonly messageId: number | null;
  readonly onClose: () => void;
}

/** The handling of an alarm: its history, and what the user can do. */
export function WarnDrawer({ messageId, onClose }: WarnDrawerProps) {
  const { t } = useTranslation('warnReport');
  return (
    <Drawer
      open={messageId !== null}
      onClose={onClose}
      title={t('handlingTitle')}
      size={480}
      styles={{ wrapper: { maxWidth: '100%' } }}
      destroyOnHidden
    >
      {messageId !== null && <Handling messageId={messageId} />}
    </Drawer>
  );
}

function Handling({ messageId }: { readonly messageId: number }) {
  const language = useLanguage();
  const { data, error } = useAlarm(messageId, true);
  if (error !== null) return <Alert showIcon type="error" title={errorText(error, language)} />;
  if (data === undefined) return <Skeleton active />;
  return (
    <>
      <h2>
        {data.title} · {data.trackerName}
      </h2>
      <p>{data.createTimeStr}</p>
      <HandlingTag handling={data.handling} />
      {data.abilities.handle && <AlarmActions messageId={messageId} handling={data.handling} />}
      <AlarmHistory messageId={messageId} steps={data.steps} canComment={data.abilities.handle} />
    </>
  );
}
