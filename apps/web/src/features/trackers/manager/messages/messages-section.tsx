import { IconDownload, IconRefresh } from '@tabler/icons-react';
import type { DeviceMessages } from '@wakeline/contract/trackers/messages';
import { Alert, Button, Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { QueryContent } from '../../../../parts/settings/query-content.tsx';
import type { DeviceSectionProps } from '../device/device-sections.ts';
import { ConnectionBlock } from './connection-block.tsx';
import { MessageItem } from './message-item.tsx';
import styles from './messages.module.css';
import { writeMessagesText } from './messages-text.ts';
import { useMessages } from './use-messages.ts';

/** The connection of a device and its last messages with their decoding. For users who may edit the device. */
export function MessagesSection({ device }: DeviceSectionProps) {
  const { t } = useTranslation('deviceMessages');
  if (!device.abilities.edit)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('notAllowed')} />;
  return <Messages trackerId={device.trackerId} name={`${device.trackerName} (${device.imei})`} />;
}

function Messages({ trackerId, name }: { readonly trackerId: number; readonly name: string }) {
  const { t } = useTranslation('deviceMessages');
  const query = useMessages(trackerId);
  return (
    <section className={styles.section}>
      <div className={styles.tools}>
        <Button
          icon={<IconRefresh size={16} stroke={1.75} />}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {t('refresh')}
        </Button>
        <Button
          icon={<IconDownload size={16} stroke={1.75} />}
          disabled={query.data === undefined || query.data.list.length === 0}
          onClick={() => query.data && download(name, query.data)}
        >
          {t('download')}
        </Button>
      </div>
      <QueryContent query={query}>{(data) => <Content data={data} />}</QueryContent>
    </section>
  );
}

function Content({ data }: { readonly data: DeviceMessages }) {
  const { t } = useTranslation('deviceMessages');
  const { formatDateTime } = useFormat();
  const { connection, recordedSince, hiddenSince, list } = data;
  if (recordedSince === null) return <Alert type="info" showIcon title={t('elsewhere')} />;
  const since = t('recordedSince', { time: formatDateTime(recordedSince) });
  return (
    <>
      {connection !== null && <ConnectionBlock connection={connection} />}
      {hiddenSince !== null && (
        <Alert type="warning" showIcon title={t('expired', { time: formatDateTime(hiddenSince) })} />
      )}
      {list.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`${t('noMessages')} ${since}`} />
      ) : (
        <>
          <p className={styles.hint}>{since}</p>
          <ul className={styles.messages} aria-label={t('messages')}>
            {list.map((message) => (
              <li key={message.number}>
                <MessageItem message={message} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function download(name: string, data: DeviceMessages): void {
  const url = URL.createObjectURL(new Blob([writeMessagesText(name, data)], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
