import { IconCopy, IconQrcode } from '@tabler/icons-react';
import type { MatchSummary } from '@wakeline/contract/matches/matches';
import { Popover, QRCode } from 'antd';
import { useTranslation } from 'react-i18next';
import { buildEventPath } from '../../parts/addresses/event-url.ts';
import { useCopy } from '../../ui/copy.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './matches.module.css';

/** Pixels: readable by a phone from the other side of a table. */
const QR_SIZE = 220;

type LinkedMatch = Pick<MatchSummary, 'matchName' | 'code'>;

/** Absolute address of the public page of a match. */
export function eventUrl(code: string): string {
  return new URL(buildEventPath(code), location.href).href;
}

/** Opens the public page of a match, copies its address, and shows it as a QR code. */
export function PublicLink({ match: { matchName: name, code } }: { readonly match: LinkedMatch }) {
  const { t } = useTranslation('matches');
  const copy = useCopy();
  const url = eventUrl(code);
  return (
    <span className={styles.publicLink}>
      <a href={url} target="_blank" rel="noreferrer" title={url}>
        {t('openPage')}
      </a>
      <IconButton
        size="small"
        label={t('copyLink', { name })}
        icon={<IconCopy size={16} stroke={1.75} />}
        onClick={() => copy(url)}
      />
      <Popover trigger="click" title={name} content={<LinkCode code={code} />} destroyOnHidden>
        <IconButton
          size="small"
          tooltip={false}
          label={t('showCode', { name })}
          icon={<IconQrcode size={16} stroke={1.75} />}
        />
      </Popover>
    </span>
  );
}

/** The address of the public page as a QR code: black on white in every theme, for cameras. */
export function LinkCode({ code }: Pick<LinkedMatch, 'code'>) {
  const { t } = useTranslation('matches');
  return (
    <span className={styles.qrCode}>
      <QRCode
        type="svg"
        value={eventUrl(code)}
        size={QR_SIZE}
        color="#000000"
        bgColor="#ffffff"
        bordered={false}
        aria-label={t('qrCode')}
      />
    </span>
  );
}
