import { IconCalendarPlus, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useConfirm } from '../../../../parts/records/use-confirm.ts';
import { countSelected } from '../devices/device-selection.ts';
import type { SelectedDevices } from '../devices/use-device-selection.ts';
import { RenewDialog } from '../validity/renew-dialog.tsx';
import styles from './batch-bar.module.css';
import { BatchDialog } from './batch-dialog.tsx';
import { BATCH_FIELDS, type BatchField } from './batch-values.ts';
import { useBatchChange } from './use-batch-change.ts';

interface BatchBarProps {
  readonly selected: SelectedDevices;
  /** Number of devices that match the filter. */
  readonly total: number;
  readonly canRemove: boolean;
}

/** Changes of the ticked devices. Without ticked devices a button says what to do first. */
export function BatchBar({ selected, total, canRemove }: BatchBarProps) {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { formatCount } = useFormat();
  const { t: tValidity } = useTranslation('deviceValidity');
  const [field, setField] = useState<BatchField | null>(null);
  const [renewing, setRenewing] = useState(false);
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
          items: BATCH_FIELDS.map((key) => ({ key, label: t(`batch.field.${key}`) })),
          onClick: ({ key }) =>
            withDevices(() => setField(BATCH_FIELDS.find((candidate) => candidate === key) ?? null)),
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
      <BatchDialog
        field={field}
        selection={selected.selection}
        onClose={() => setField(null)}
        onChanged={selected.clear}
      />
    </div>
  );
}
