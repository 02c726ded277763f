import { IconCalendarPlus, IconChevronDown, IconSend2, IconTrash } from '@tabler/icons-react';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { countSelected, type DeviceSelection } from '../../../../parts/devices/device-selection.ts';
import { openSendDialog, useSendsInstructions } from '../../../../parts/instructions/send-dialog-store.ts';
import { useConfirm } from '../../../../parts/records/use-confirm.ts';
import type { TickedRows } from '../../../../parts/records/use-ticked-rows.ts';
import { TransferDialog } from '../transfer/transfer-dialog.tsx';
import { RenewDialog } from '../validity/renew-dialog.tsx';
import styles from './batch-bar.module.css';
import { BatchDialog } from './batch-dialog.tsx';
import { BATCH_FIELDS, type BatchField } from './batch-values.ts';
import { useBatchChange } from './use-batch-change.ts';

interface BatchBarProps {
  readonly selected: TickedRows<DeviceSelection>;
  /** Number of devices that match the filter. */
  readonly total: number;
  readonly canRemove: boolean;
  readonly canTransfer: boolean;
}

const TRANSFER = 'transfer';

/** Changes of the ticked devices. Without ticked devices a button says what to do first. */
export function BatchBar({ selected, total, canRemove, canTransfer }: BatchBarProps) {
  const { t } = useTranslation('devices');
  const { t: tApp } = useTranslation('app');
  const canSend = useSendsInstructions();
  const { t: tTrackers } = useTranslation('trackers');
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { formatCount } = useFormat();
  const { t: tValidity } = useTranslation('deviceValidity');
  const [field, setField] = useState<BatchField | null>(null);
  const { t: tTransfer } = useTranslation('deviceTransfer');
  const [renewing, setRenewing] = useState(false);
  const [transferring, setTransferring] = useState(false);
  const batch = useBatchChange();
  const count = countSelected(selected.selection);

  /** Runs an action on the ticked devices, or asks to tick some. */
  function withDevices(action: () => void): void {
    if (count === 0) message.warning(t('batch.tick'));
    else action();
  }

  function remove(): void {
    confirm(
      {
        title: t('batch.removeTitle', { count, number: formatCount(count) }),
        content: tTrackers('removeManyText'),
        okText: tTrackers('remove'),
        successText: t('batch.removed', { count, number: formatCount(count) }),
      },
      async () => {
        await batch.mutateAsync({ selection: selected.selection, change: { kind: 'delete' } });
        selected.clear();
      },
    );
  }

  return (
    <div className={styles.bar} role="toolbar" aria-label={t('batch.label')}>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...BATCH_FIELDS.map((key) => ({ key, label: t(`batch.field.${key}`) })),
            ...(canTransfer
              ? [{ type: 'divider' as const }, { key: TRANSFER, label: tTransfer('menu') }]
              : []),
          ],
          onClick: ({ key }) =>
            withDevices(() => {
              if (key === TRANSFER) setTransferring(true);
              else setField(BATCH_FIELDS.find((candidate) => candidate === key) ?? null);
            }),
        }}
      >
        <Button>
          {t('batch.edit')}
          <IconChevronDown size={16} aria-hidden />
        </Button>
      </Dropdown>
      <Button icon={<IconCalendarPlus size={16} />} onClick={() => withDevices(() => setRenewing(true))}>
        {tValidity('renew')}
      </Button>
      {canSend && (
        <Button
          icon={<IconSend2 size={16} />}
          onClick={() => withDevices(() => openSendDialog(selected.selection))}
        >
          {tApp('action.sendInstruction')}
        </Button>
      )}
      {canRemove && (
        <Button danger icon={<IconTrash size={16} />} onClick={() => withDevices(remove)}>
          {tTrackers('remove')}
        </Button>
      )}
      <span className={styles.count} role="status">
        {count > 0 && t('batch.ticked', { count, number: formatCount(count) })}
      </span>
      {selected.canSelectAll && (
        <Button type="link" size="small" onClick={selected.selectAll}>
          {t('batch.selectAll', { count: total, number: formatCount(total) })}
        </Button>
      )}
      {count > 0 && (
        <Button type="link" size="small" onClick={selected.clear}>
          {t('batch.clear')}
        </Button>
      )}
      <RenewDialog
        open={renewing}
        selection={selected.selection}
        onClose={() => setRenewing(false)}
        onRenewed={selected.clear}
      />
      <TransferDialog
        open={transferring}
        selection={selected.selection}
        onClose={() => setTransferring(false)}
        onTransferred={selected.clear}
      />
      <BatchDialog
        field={field}
        selection={selected.selection}
        onClose={() => setField(null)}
        onChanged={selected.clear}
      />
    </div>
  );
}
