import { IconCopy, IconFileSpreadsheet } from '@tabler/icons-react';
import { App, Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useCopy } from '../../../ui/copy.ts';
import styles from '../live-events.module.css';
import { useYuan } from './use-yuan.ts';
import { voucherSheet } from './voucher-sheet.ts';

/** New vouchers with their codes. */
export interface CreatedVouchers {
  readonly amount: number;
  readonly label: string;
  readonly expireTime: number;
  readonly codes: readonly string[];
}

interface VoucherCodesProps {
  /** Null: closed. */
  readonly created: CreatedVouchers | null;
  readonly onClose: () => void;
}

/** The codes of new vouchers, which cannot be displayed again: to be copied or downloaded. */
export function VoucherCodes({ created, onClose }: VoucherCodesProps) {
  const { t } = useTranslation('gifts');
  const { t: tApp } = useTranslation('app');
  const { modal } = App.useApp();
  const { formatDateTime } = useFormat();
  const formatYuan = useYuan();
  const copy = useCopy();
  const [isSaved, setSaved] = useState(false);
  const [last, setLast] = useState(created);
  // Stays visible while the dialog closes.
  if (created !== null && created !== last) {
    setLast(created);
    setSaved(false);
  }
  const { amount, label, expireTime, codes } = last ?? { amount: 0, label: '', expireTime: 0, codes: [] };

  function download(): void {
    const headings = [t('voucher.code'), t('voucher.amountYuan'), t('voucher.label'), t('voucher.expires')];
    const rows = codes.map((code) => [code, amount.toFixed(2), label, formatDateTime(expireTime)]);
    const url = URL.createObjectURL(new Blob([voucherSheet(headings, rows)], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${t('voucher.fileName')}.csv`;
    link.click();
    URL.revokeObjectURL(url);
    setSaved(true);
  }

  function close(): void {
    if (isSaved) {
      onClose();
      return;
    }
    void modal.confirm({
      title: t('voucher.leaveTitle'),
      content: t('voucher.leaveText'),
      okText: t('voucher.leave'),
      okButtonProps: { danger: true },
      cancelText: tApp('action.cancel'),
      onOk: onClose,
    });
  }

  return (
    <Modal
      open={created !== null}
      title={t('voucher.codesTitle', { count: codes.length, amount: formatYuan(amount) })}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        <Button onClick={close} type={isSaved ? 'primary' : 'default'}>
          {t('voucher.close')}
        </Button>
      }
    >
      <p className={styles.hint}>{t('voucher.codesText')}</p>
      <div className={styles.buttons}>
        <Button
          icon={<IconFileSpreadsheet size={16} />}
          type={isSaved ? 'default' : 'primary'}
          onClick={download}
        >
          {t('voucher.download')}
        </Button>
        <Button
          icon={<IconCopy size={16} />}
          onClick={() => {
            copy(codes.join('\n'), t('voucher.copied', { count: codes.length }));
            setSaved(true);
          }}
        >
          {t('voucher.copy')}
        </Button>
      </div>
      <ul className={styles.codes} aria-label={t('voucher.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  );
}
