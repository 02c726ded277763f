import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ConnectionHelp as Help } from '@wakeline/contract/trackers/connection';
import { Alert, Button, Input, QRCode, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { useCopy } from '../../../ui/copy.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './connection.module.css';

interface ConnectionHelpProps {
  /** A device, or any device of a model. */
  readonly of: { readonly trackerId: number } | { readonly modelName: string };
}

/** How a device is pointed at this server: address and port, text messages, or the settings of an app. */
export function ConnectionHelp({ of }: ConnectionHelpProps) {
  const { t } = useTranslation('deviceModels');
  const { t: tApp } = useTranslation('app');
  const client = useClient();
  const query = useQuery({
    queryKey: [USER_QUERIES, 'models', 'connection', of],
    queryFn: ({ signal }) => client.call('queryConnectionHelp', of, { signal }),
    // The device may have changed since it was last displayed.
    gcTime: 0,
  });
  const { failure, onRetry } = useListFailure(query);
  if (query.data !== undefined) return <Steps help={query.data} />;
  if (failure === null) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <p role="alert">
      {failure}{' '}
      {onRetry !== null && (
        <Button type="link" size="small" onClick={onRetry}>
          {tApp('action.retry')}
        </Button>
      )}
      {t('connectionFailed')}
    </p>
  );
}

function Steps({ help }: { readonly help: Help }) {
  const { t } = useTranslation('deviceModels');
  const { t: tTrackers } = useTranslation('trackers');
  const { host, ports, messages, app, keyRequired } = help;
  return (
    <div className={styles.help}>
      <dl>
        <Value label={t('host')} value={host} />
        {ports.map(({ protocol, port }) => (
          <Value
            key={protocol}
            label={t('portOf', { protocol: tTrackers(`protocolName.${protocol}`) })}
            value={String(port)}
          />
        ))}
        {app !== null && <Value label={t('appUrl')} value={app.url} />}
      </dl>
      {ports.length === 0 && <Alert type="warning" showIcon title={t('protocolDisabled')} />}
      {isLocal(host) && <Alert type="warning" showIcon title={t('hostLocal', { host })} />}
      {keyRequired && <Alert type="info" showIcon title={t('keyRequired')} />}
      {app?.scan && (
        <figure>
          {/* Dark on light in every theme, because many scanners read nothing else. */}
          <div className={styles.qr} role="img" aria-label={t('scan')}>
            <QRCode
              type="svg"
              value={app.scan}
              size={176}
              color="#000000"
              bgColor="#ffffff"
              bordered={false}
            />
          </div>
          <figcaption>{t('scan')}</figcaption>
        </figure>
      )}
      {messages.length > 0 && <Messages help={help} />}
      {messages.length === 0 && app === null && <p>{t('noMessages')}</p>}
    </div>
  );
}

/** The text messages, with the access point that the user enters. */
function Messages({ help: { messages, defaultPassword } }: { readonly help: Help }) {
  const { t } = useTranslation('deviceModels');
  const field = useId();
  const [apn, setApn] = useState('');
  const textOf = (text: string) => (apn.trim() === '' ? text : text.replaceAll('{apn}', apn.trim()));
  return (
    <section>
      <p>{t('messages')}</p>
      {messages.some(({ step }) => step === 'apn') && (
        <div className={styles.apn}>
          <label htmlFor={field}>{t('apn')}</label>
          <Input
            id={field}
            value={apn}
            maxLength={64}
            spellCheck={false}
            autoCapitalize="none"
            placeholder="cmnet"
            onChange={({ target }) => setApn(target.value)}
          />
        </div>
      )}
      <ol>
        {messages.map(({ step, text }) => (
          <Value key={step} label={t(`step.${step}`)} value={textOf(text)} as="li" />
        ))}
      </ol>
      {defaultPassword !== null && <p>{t('defaultPassword', { password: defaultPassword })}</p>}
      {!messages.some(({ step }) => step === 'server') && <p>{t('serverByDealer')}</p>}
      <p>{t('messagesHint')}</p>
    </section>
  );
}

interface ValueProps {
  readonly label: string;
  readonly value: string;
  /** An item of a list of terms by default. */
  readonly as?: 'div' | 'li';
}

/** A value with a button that copies it. */
function Value({ label, value, as: Element = 'div' }: ValueProps) {
  const { t } = useTranslation('deviceModels');
  const copy = useCopy();
  const [Term, Description] = Element === 'li' ? (['span', 'code'] as const) : (['dt', 'dd'] as const);
  return (
    <Element className={styles.value}>
      <Term>{label}</Term>
      <Description>{value}</Description>
      <IconButton
        size="small"
        label={t('copy', { what: label })}
        icon={<IconCopy size={16} stroke={1.75} />}
        onClick={() => copy(value)}
      />
    </Element>
  );
}

/** Whether devices cannot reach the host from elsewhere. */
function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
