import { IconCopy } from '@tabler/icons-react';
import type { Feed, FeedStatus } from '@wakeline/contract/trackers/feeds';
import { Alert, Drawer } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useCopy } from '../../../ui/copy.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FeedState } from './feed-state.tsx';
import { FeedTraffic } from './feed-traffic.tsx';
import styles from './feeds.module.css';

interface FeedDetailsProps {
  /** Null: closed. */
  readonly feed: Feed | null;
  /** Null: the host of this page. */
  readonly listenHost: string | null;
  /** Null: the server accepts no senders. */
  readonly listenPort: number | null;
  readonly onClose: () => void;
}

/** The connection of a feed, its counters, and its objects that are no devices. */
export function FeedDetails({ feed, listenHost, listenPort, onClose }: FeedDetailsProps) {
  const { t } = useTranslation('feeds');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<Feed | null>(null);
  if (feed) last.current = feed;
  const displayed = last.current;
  return (
    <Drawer open={feed !== null} onClose={onClose} title={displayed?.feedName} size={840} destroyOnHidden>
      {displayed && (
        <div className={styles.details}>
          <section>
            <h3>{t('connection.title')}</h3>
            <FeedState status={displayed.status} />
            {displayed.connection.type === 'listen' ? (
              <ListenHelp host={listenHost} port={listenPort} token={displayed.token} />
            ) : (
              <p className={styles.target}>{describeTarget(displayed.connection)}</p>
            )}
          </section>
          {displayed.status === null ? (
            <p className={styles.muted}>{t('notEngine')}</p>
          ) : (
            <Counters status={displayed.status} />
          )}
          <FeedTraffic feed={displayed} />
        </div>
      )}
    </Drawer>
  );
}

function describeTarget(connection: Exclude<Feed['connection'], { type: 'listen' }>): string {
  return connection.type === 'connect' ? `${connection.host}:${connection.port}` : connection.url;
}

interface ListenHelpProps {
  readonly host: string | null;
  readonly port: number | null;
  readonly token: string | null;
}

/** Where a sender connects to, and its first line. */
function ListenHelp({ host, port, token }: ListenHelpProps) {
  const { t } = useTranslation('feeds');
  if (port === null) return <Alert type="warning" showIcon title={t('listenOff')} />;
  return (
    <dl className={styles.values}>
      <Value label={t('server')} value={`${host ?? location.hostname}:${port}`} />
      {token !== null && <Value label={t('firstLine')} value={`$WLFEED,${token}`} />}
    </dl>
  );
}

function Value({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation('feeds');
  const copy = useCopy();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <IconButton
          size="small"
          label={t('copy', { what: label })}
          icon={<IconCopy size={16} stroke={1.75} />}
          onClick={() => copy(value)}
        />
      </dd>
    </div>
  );
}

function Counters({ status }: { readonly status: FeedStatus }) {
  const { t } = useTranslation('feeds');
  const { formatCount } = useFormat();
  const rows = [
    [t('column.rate'), status.messagesPerSecond.toFixed(1)],
    [t('messages'), formatCount(status.messages)],
    [t('column.objects'), formatCount(status.objects)],
    [t('column.bound'), formatCount(status.bound)],
    [t('senderCount'), formatCount(status.senders)],
    [t('damaged'), formatCount(status.damaged)],
    [t('dropped'), formatCount(status.dropped)],
  ];
  return (
    <section>
      <h3>{t('counters')}</h3>
      <dl className={styles.counters}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
