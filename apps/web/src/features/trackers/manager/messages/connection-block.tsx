import type { DeviceConnection } from '@wakeline/contract/trackers/messages';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { Badge } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useNow } from '../../../../ui/use-now.ts';
import styles from './messages.module.css';

/** The last connection of a device: whether it is open, over which protocol, from where, and since when. */
export function ConnectionBlock({ connection }: { readonly connection: DeviceConnection }) {
  const { t } = useTranslation('deviceMessages');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatDateTime, formatRelativeTime, formatSpan } = useFormat();
  const now = useNow(10_000);
  const { protocol, transport, address, since, until, lastTime } = connection;
  const name = PROTOCOL_NAMES.find((known) => known === protocol);
  const protocolText = name === undefined ? protocol : tTrackers(`protocolName.${name}`);
  const isHttp = transport === 'http';
  return (
    <dl className={styles.connection} aria-label={t('connection.title')}>
      <Row label={t('connection.state')}>
        <State connection={connection} />
      </Row>
      <Row label={t('column.protocol')}>
        {protocolText} · {transport.toUpperCase()}
      </Row>
      <Row label={t('column.address')}>{address}</Row>
      <Row label={t(isHttp ? 'connection.request' : 'connection.since')}>
        {formatDateTime(since)}
        {!isHttp && <small>{formatSpan(Math.max(0, (until ?? now) - since))}</small>}
      </Row>
      <Row label={t('connection.last')}>
        {formatDateTime(lastTime)} <small>{formatRelativeTime(lastTime, now)}</small>
      </Row>
    </dl>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function State({ connection: { transport, until } }: { readonly connection: DeviceConnection }) {
  const { t } = useTranslation('deviceMessages');
  const { formatDateTime } = useFormat();
  if (transport === 'http') return <Badge status="default" text={t('connection.requests')} />;
  if (until === null) return <Badge status="success" text={t('connection.open')} />;
  return <Badge status="default" text={t('connection.closed', { time: formatDateTime(until) })} />;
}
