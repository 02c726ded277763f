import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Panel } from '@wakeline/contract/panels';
import { App, Button, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, isRefusal } from '../../service/error-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { type RecordColumn, RecordTable } from '../../ui/record-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { usePanels } from './frame/use-shown-panels.ts';
import { PanelForm, type PanelSubject } from './panel-form.tsx';
import styles from './panels.module.css';
import { useChangePanel } from './use-change-panel.ts';

/** The account's extension panels: pages of others, which stand in the menu in their order where they are shown. */
export function PanelsPage() {
  const { t } = useTranslation('panels');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const { message, modal } = App.useApp();
  const { data, error, refetch } = usePanels();
  const change = useChangePanel();
  const [subject, setSubject] = useState<PanelSubject | null>(null);
  const panels = data?.list.toSorted((a, b) => a.sort - b.sort);

  function tell(cause: unknown): void {
    message.error(errorText(cause, language));
  }

  function show({ panelId }: Panel, shown: boolean): void {
    const panel = { panelId, display: shown ? ('SHOW' as const) : ('HIDE' as const) };
    change.mutate({ kind: 'edit', panel }, { onError: tell });
  }

  function remove({ panelId, panelName }: Panel): void {
    modal.confirm({
      title: t('deleteTitle', { name: panelName }),
      content: t('deleteText'),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: app('action.cancel'),
      onOk: () =>
        change
          .mutateAsync({ kind: 'delete', panelId })
          .then(() => message.success(t('deleted', { name: panelName })), tell),
    });
  }

  const columns: readonly RecordColumn<Panel>[] = [
    { key: 'name', title: t('name'), width: 180, render: ({ panelName }) => panelName },
    {
      key: 'address',
      title: t('address'),
      render: ({ panelUrl }) => (
        <span className={styles.address} title={panelUrl}>
          {panelUrl}
        </span>
      ),
    },
    { key: 'sort', title: t('sort'), width: 100, optional: true, render: ({ sort }) => sort },
    {
      key: 'shown',
      title: t('shown'),
      width: 130,
      render: (panel) =>
        panel.abilities.edit ? (
          <Switch
            checked={panel.display === 'SHOW'}
            aria-label={t('showOne', { name: panel.panelName })}
            onChange={(shown) => show(panel, shown)}
          />
        ) : (
          t(panel.display === 'SHOW' ? 'yes' : 'no')
        ),
    },
  ];

  return (
    <Screen
      title={t('title')}
      action={
        data?.abilities.add && (
          <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
            {t('add')}
          </Button>
        )
      }
    >
      <p className={styles.about}>{t('about')}</p>
      <RecordTable<Panel>
        label={t('title')}
        name="panels"
        rows={panels}
        rowKey={({ panelId }) => panelId}
        columns={columns}
        failure={error ? errorText(error, language) : null}
        onRetry={isRefusal(error) ? null : () => void refetch()}
        empty={t('none')}
        actionsWidth={110}
        actions={(panel) => (
          <span className={styles.actions}>
            {panel.abilities.edit && (
              <IconButton
                label={t('edit', { name: panel.panelName })}
                icon={<IconPencil size={18} stroke={1.75} />}
                onClick={() => setSubject({ kind: 'edit', panel })}
              />
            )}
            {panel.abilities.remove && (
              <IconButton
                danger
                label={t('deleteOne', { name: panel.panelName })}
                icon={<IconTrash size={18} stroke={1.75} />}
                onClick={() => remove(panel)}
              />
            )}
          </span>
        )}
      />
      <PanelForm subject={subject} panels={panels ?? []} onClose={() => setSubject(null)} />
    </Screen>
  );
}
